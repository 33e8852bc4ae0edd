import { describe, expect, it } from 'vitest'
import { PurserError } from './errors.ts'
import { invariant } from './invariant.ts'

describe('an invariant', () => {
  it.each([true, 1, 'text', {}, []])('does nothing when it holds (%j)', (value) => {
    expect(() => invariant(value, 'it holds')).not.toThrow()
  })

  it.each([false, 0, '', null, undefined])('throws its name when it is broken (%j)', (value) => {
    expect(() => invariant(value, 'balances add up')).toThrow('Invariant broken: balances add up.')
  })

  it("is never reported as the caller's mistake", () => {
    try {
      invariant(false, 'balances add up')
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(PurserError)
      return
    }
    throw new Error('it went on')
  })
})
