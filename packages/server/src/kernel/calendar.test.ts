import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BillingCycle, billingPeriod, calendarPeriod } from './calendar.ts'

const at = (text: string) => new Date(text)
const toStrings = ({ start, end }: { start: Date; end: Date | null }) => [
  start.toISOString(),
  end?.toISOString() ?? null,
]
const cycle = (anchor: string, interval: BillingCycle['interval'], intervalCount = 1) => ({
  anchor: at(anchor),
  interval,
  intervalCount,
})

/** Zones that change their clocks in spring and autumn, at midnight, by a whole day, or never. */
const timezone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Kolkata',
)
const instant = fc.date({
  min: at('1987-01-01T00:00:00Z'),
  max: at('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const unit = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const)

describe('a calendar period', () => {
  it.each([
    [
      'day',
      'Europe/Berlin',
      '2026-03-29T10:00:00Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      'day',
      'Pacific/Apia',
      '2011-12-30T09:00:00Z',
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
    ],
    ['week', 'UTC', '2026-02-01T10:00:00Z', '2026-01-26T00:00:00.000Z', '2026-02-02T00:00:00.000Z'],
    [
      'month',
      'America/Sao_Paulo',
      '2018-11-15T12:00:00Z',
      '2018-11-01T03:00:00.000Z',
      '2018-12-01T02:00:00.000Z',
    ],
    [
      'month',
      'UTC',
      '2028-02-29T23:59:59.999Z',
      '2028-02-01T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ],
    [
      'year',
      'Asia/Kolkata',
      '2025-12-31T18:30:00Z',
      '2025-12-31T18:30:00.000Z',
      '2026-12-31T18:30:00.000Z',
    ],
  ] as const)('is correct for a %s in %s at %s', (of, zone, now, start, end) => {
    expect(toStrings(calendarPeriod(of, at(now), zone))).toEqual([start, end])
  })

  it('starts later than midnight on a day without midnight', () => {
    // In São Paulo, 4 November 2018 started at one o'clock.
    expect(
      toStrings(calendarPeriod('day', at('2018-11-04T12:00:00Z'), 'America/Sao_Paulo')),
    ).toEqual(['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'])
  })

  it('does not exist for a day that a time zone skipped', () => {
    // Apia skipped 30 December 2011.
    const before = calendarPeriod('day', at('2011-12-30T09:59:59.999Z'), 'Pacific/Apia')
    const after = calendarPeriod('day', at('2011-12-30T10:00:00Z'), 'Pacific/Apia')
    expect(before.end).toEqual(after.start)
    expect(toStrings(after)).toEqual(['2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'])
  })

  it('does not restart when a clock that is set back shows the previous day again', () => {
    // In St. John's, 7 November 2010 reached 00:00 twice, with an hour of the 6th in between.
    const period = calendarPeriod('day', at('2010-11-07T03:00:00Z'), 'America/St_Johns')
    expect(toStrings(period)).toEqual(['2010-11-07T02:30:00.000Z', '2010-11-08T03:30:00.000Z'])
  })

  it('contains its instant and touches its neighbors', () => {
    fc.assert(
      fc.property(unit, instant, timezone, (of, now, zone) => {
        const { start, end } = calendarPeriod(of, now, zone)
        expect(start <= now && now < end).toBe(true)
        expect(calendarPeriod(of, new Date(start.getTime() - 1), zone).end).toEqual(start)
        expect(calendarPeriod(of, end, zone).start).toEqual(end)
        expect(calendarPeriod(of, new Date(end.getTime() - 1), zone)).toEqual({ start, end })
      }),
    )
  })
})

describe('a billing period', () => {
  it('is counted from the anchor, so month ends never drift', () => {
    const monthly = cycle('2026-01-31T12:00:00Z', 'month')
    expect(toStrings(billingPeriod(monthly, at('2026-02-10T00:00:00Z'), 'UTC'))).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-28T12:00:00.000Z',
    ])
    expect(toStrings(billingPeriod(monthly, at('2026-02-28T12:00:00Z'), 'UTC'))).toEqual([
      '2026-02-28T12:00:00.000Z',
      '2026-03-31T12:00:00.000Z',
    ])
    expect(toStrings(billingPeriod(monthly, at('2026-04-30T12:00:00Z'), 'UTC'))[1]).toBe(
      '2026-05-31T12:00:00.000Z',
    )
  })

  it('follows the same arithmetic before the anchor', () => {
    const monthly = cycle('2026-03-31T12:00:00Z', 'month')
    expect(toStrings(billingPeriod(monthly, at('2026-03-01T00:00:00Z'), 'UTC'))).toEqual([
      '2026-02-28T12:00:00.000Z',
      '2026-03-31T12:00:00.000Z',
    ])
    expect(toStrings(billingPeriod(monthly, at('2026-02-28T11:59:59Z'), 'UTC'))).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-28T12:00:00.000Z',
    ])
  })

  it('keeps 29 February for leap years', () => {
    const yearly = cycle('2024-02-29T00:00:00Z', 'year')
    expect(toStrings(billingPeriod(yearly, at('2025-02-28T00:00:00Z'), 'UTC'))).toEqual([
      '2025-02-28T00:00:00.000Z',
      '2026-02-28T00:00:00.000Z',
    ])
    expect(toStrings(billingPeriod(yearly, at('2028-02-28T23:00:00Z'), 'UTC'))[1]).toBe(
      '2028-02-29T00:00:00.000Z',
    )
  })

  it("keeps the customer's local time of day when the clocks change", () => {
    const monthly = cycle('2026-03-10T08:00:00Z', 'month')
    expect(toStrings(billingPeriod(monthly, at('2026-04-01T00:00:00Z'), 'Europe/Berlin'))).toEqual([
      '2026-03-10T08:00:00.000Z',
      '2026-04-10T07:00:00.000Z',
    ])
  })

  it('contains no time on a day that a time zone skipped', () => {
    const daily = cycle('2011-12-28T20:00:00Z', 'day')
    const last = billingPeriod(daily, at('2011-12-30T05:00:00Z'), 'Pacific/Apia')
    expect(toStrings(last)).toEqual(['2011-12-29T20:00:00.000Z', '2011-12-30T20:00:00.000Z'])
    expect(toStrings(billingPeriod(daily, at('2011-12-30T20:00:00Z'), 'Pacific/Apia'))).toEqual([
      '2011-12-30T20:00:00.000Z',
      '2011-12-31T20:00:00.000Z',
    ])
  })

  it('is unlimited for a plan without an interval', () => {
    const life = billingPeriod(cycle('2026-01-01T00:00:00Z', 'none'), at('2020-01-01'), 'UTC')
    expect(toStrings(life)).toEqual(['2026-01-01T00:00:00.000Z', null])
  })

  const anyCycle = fc.record({
    anchor: instant,
    interval: unit,
    intervalCount: fc.integer({ min: 1, max: 13 }),
  })

  it('tiles time without gaps or overlaps', () => {
    fc.assert(
      fc.property(anyCycle, instant, timezone, (each, now, zone) => {
        const { start, end } = billingPeriod(each, now, zone)
        if (end === null) throw new Error('a period with an interval has an end')
        expect(start <= now && now < end).toBe(true)
        expect(billingPeriod(each, new Date(start.getTime() - 1), zone).end).toEqual(start)
        expect(billingPeriod(each, end, zone).start).toEqual(end)
        expect(billingPeriod(each, new Date(end.getTime() - 1), zone)).toEqual({ start, end })
      }),
    )
  })

  it('has a boundary at the anchor', () => {
    fc.assert(
      fc.property(anyCycle, timezone, (each, zone) => {
        expect(billingPeriod(each, each.anchor, zone).start).toEqual(each.anchor)
      }),
    )
  })

  it("deviates from the anchor's day only when the month is too short", () => {
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: 12 }), (anchor, now, count) => {
        const { start } = billingPeriod(
          { anchor, interval: 'month', intervalCount: count },
          now,
          'UTC',
        )
        const days = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0))
        expect(start.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), days.getUTCDate()))
        expect(start.toISOString().slice(10)).toBe(anchor.toISOString().slice(10))
      }),
    )
  })
})
