import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCollectionAt } from './dunning.core.ts'

const DAY_MS = 86_400_000
const first = new Date('2026-02-27T10:00:00.000Z')
const after = (days: number) => new Date(first.getTime() + days * DAY_MS)

describe('the next attempt', () => {
  it('is due 1, 3, 5 and 7 days after the first failure, and never after that', () => {
    const late = (days: number) => new Date(after(days).getTime() + 59_000)
    const schedule = [0, 1, 3, 5, 7].map((days, at) => nextCollectionAt(at + 1, first, late(days)))
    // The days count from the first failure.
    expect(nextCollectionAt(1, first, first)).toEqual(after(1))
    expect(schedule.slice(1)).toEqual([after(3), after(5), after(7), null])
  })

  it('is due at least a day after the last attempt, however late that attempt was', () => {
    const arbitrary = fc.record({
      failures: fc.integer({ min: 1, max: 4 }),
      lateMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
    })
    fc.assert(
      fc.property(arbitrary, ({ failures, lateMs }) => {
        const now = new Date(first.getTime() + lateMs)
        const next = nextCollectionAt(failures, first, now)
        expect(next?.getTime()).toBeGreaterThanOrEqual(now.getTime() + DAY_MS)
        expect(next?.getTime()).toBeLessThanOrEqual(
          Math.max(after(7).getTime(), now.getTime() + DAY_MS),
        )
      }),
    )
  })
})
