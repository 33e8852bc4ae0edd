import { describe, expect, it } from 'vitest'
import { nextAttempt, PATIENCE_MS } from './retrySchedule.ts'

const start = new Date('2026-01-15T12:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const failed = (
  attempts: number,
  ms: number,
  more: Partial<Parameters<typeof nextAttempt>[0]> = {},
) =>
  nextAttempt({
    attempts,
    firstAttemptAt: start,
    now: after(ms),
    retryAfterSeconds: null,
    random: 0.5,
    ...more,
  })
const seconds = (attempts: number, more = {}) =>
  ((failed(attempts, 0, more)?.getTime() ?? 0) - start.getTime()) / 1_000

describe('retries', () => {
  it('come after longer and longer pauses', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => seconds(attempts))).toEqual([
      5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000,
    ])
  })

  it('end with one when three days are over, and none after it', () => {
    let at = start
    const times = [0]
    for (let attempts = 1; ; attempts += 1) {
      const next = failed(attempts, at.getTime() - start.getTime())
      if (next === null) break
      at = next
      times.push(at.getTime() - start.getTime())
    }
    expect(times).toHaveLength(11)
    expect(times.at(-1)).toBe(PATIENCE_MS)
  })

  it('are spread by a tenth, and never beyond the three days', () => {
    expect(seconds(2, { random: 0 })).toBe(54)
    expect(seconds(2, { random: 1 })).toBe(66)
    expect(failed(9, PATIENCE_MS - 1_000, { random: 1 })).toEqual(after(PATIENCE_MS))
  })

  it('wait as long as they are asked to, within bounds', () => {
    expect(seconds(1, { retryAfterSeconds: 120 })).toBe(120)
    expect(seconds(3, { retryAfterSeconds: 1 })).toBe(300)
    expect(seconds(1, { retryAfterSeconds: 999_999_999 })).toBe(6 * 3_600)
  })
})
