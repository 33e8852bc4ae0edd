import { describe, expect, it } from 'vitest'
import { PurserError } from './errors.ts'
import { invariant } from './invariant.ts'

describe('an invariant', () => {
  it.each([true, 1, 'text', {}, []])('that holds (%j) is silent', (value) => {
    expect(() => invariant(value, 'it holds')).not.toThrow()
  })

  it.each([false, 0, '', null, undefined])('that is broken (%j) stops with its name', (value) => {
    expect(() => invariant(value, 'balances add up')).toThrow('Invariant broken: balances add up.')
  })

  it('is never blamed on the caller', () => {
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
