import { describe, expect, it } from 'vitest'
import { Confidence } from './confidence.core.ts'

/** Counts the allowed attempts when every attempt ends in the same way. */
function tries(confidence: Confidence, times: number, succeeds: (attempt: number) => boolean) {
  let attempts = 0
  for (let time = 0; time < times; time += 1) {
    if (!confidence.allows()) continue
    attempts += 1
    if (succeeds(attempts)) confidence.rise()
    else confidence.fall()
  }
  return attempts
}

describe('confidence', () => {
  it('is full at first and stays full while attempts succeed', () => {
    expect(tries(new Confidence(), 1_000, () => true)).toBe(1_000)
  })

  it('almost vanishes if no attempt succeeds', () => {
    expect(tries(new Confidence(), 10_000, () => false)).toBeLessThan(10_000 / 60)
  })

  it('recovers', () => {
    const confidence = new Confidence()
    tries(confidence, 10_000, () => false)
    tries(confidence, 100, () => true)
    expect(tries(confidence, 1_000, () => true)).toBe(1_000)
  })

  it('drops little after a rare failure', () => {
    expect(tries(new Confidence(), 10_000, (attempt) => attempt % 100 !== 0)).toBeGreaterThan(9_700)
  })
})
