import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodFrom, trialEnd } from './period.core.ts'
import { portionOfCycle } from './proration.core.ts'

const at = (text: string) => new Date(text)

describe('a billed period', () => {
  it('is a whole period if it starts at the anchor', () => {
    const anchor = at('2026-01-31T10:00:00Z')
    expect(periodFrom({ anchor, interval: 'month', intervalCount: 1 }, anchor, 'UTC')).toEqual({
      period: { start: anchor, end: at('2026-02-28T10:00:00Z') },
      portion: { part: 1, whole: 1 },
    })
  })

  it('ends at the anchor if the anchor is in the future', () => {
    const cycle = {
      anchor: at('2026-02-01T00:00:00Z'),
      interval: 'month',
      intervalCount: 1,
    } as const
    const { period, portion } = periodFrom(cycle, at('2026-01-17T00:00:00Z'), 'UTC')
    expect(period).toEqual({ start: at('2026-01-17T00:00:00Z'), end: cycle.anchor })
    expect(portion.part / portion.whole).toBeCloseTo(15 / 31, 12)
  })

  it('never ends without an interval', () => {
    const anchor = at('2026-01-31T10:00:00Z')
    const { period } = periodFrom({ anchor, interval: 'none', intervalCount: 1 }, anchor, 'UTC')
    expect(period.end).toBeNull()
  })

  it('has the same portion as its time has in the whole period of the cycle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 * 24 * 60 }), (minutes) => {
        const cycle = {
          anchor: at('2026-01-31T10:00:00Z'),
          interval: 'month',
          intervalCount: 1,
        } as const
        const from = new Date(cycle.anchor.getTime() + minutes * 60_000)
        const { period, portion } = periodFrom(cycle, from, 'Europe/Berlin')
        const left = portionOfCycle(
          cycle,
          { start: from, end: period.end ?? from },
          'Europe/Berlin',
        )
        expect(left.part * portion.whole).toBe(portion.part * left.whole)
      }),
    )
  })
})

describe('a trial', () => {
  it('counts days of the customer’s calendar across a daylight saving change', () => {
    const start = at('2026-03-20T12:00:00Z')
    expect(trialEnd(start, 14, 'Europe/Berlin')).toEqual(at('2026-04-03T11:00:00Z'))
    expect(trialEnd(start, 14, 'UTC')).toEqual(at('2026-04-03T12:00:00Z'))
  })
})
