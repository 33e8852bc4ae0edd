import { describe, expect, it } from 'vitest'
import { type BillingCycle, billingPeriod, type CalendarUnit } from './calendar.ts'

/**
 * Name, interval, interval count, anchor, zone and the expected boundaries, all checked by hand.
 */
type Case = [string, CalendarUnit, number, string, string, string[]]

const CASES: Case[] = [
  [
    'the 31st, in a common year',
    'month',
    1,
    'UTC',
    '2026-01-31T00:00Z',
    ['2026-02-28T00:00Z', '2026-03-31T00:00Z', '2026-04-30T00:00Z', '2026-05-31T00:00Z'],
  ],
  [
    'the 31st, in a leap year',
    'month',
    1,
    'UTC',
    '2028-01-31T00:00Z',
    ['2028-02-29T00:00Z', '2028-03-31T00:00Z', '2028-04-30T00:00Z'],
  ],
  [
    'the 30th',
    'month',
    1,
    'UTC',
    '2027-12-30T10:30Z',
    ['2028-01-30T10:30Z', '2028-02-29T10:30Z', '2028-03-30T10:30Z'],
  ],
  [
    'the 29th',
    'month',
    1,
    'UTC',
    '2027-01-29T00:00Z',
    ['2027-02-28T00:00Z', '2027-03-29T00:00Z', '2027-04-29T00:00Z'],
  ],
  [
    'the year 2100, which is not a leap year',
    'month',
    1,
    'UTC',
    '2100-01-31T00:00Z',
    ['2100-02-28T00:00Z', '2100-03-31T00:00Z'],
  ],
  [
    '29 February, every year',
    'year',
    1,
    'UTC',
    '2024-02-29T00:00Z',
    ['2025-02-28T00:00Z', '2026-02-28T00:00Z', '2027-02-28T00:00Z', '2028-02-29T00:00Z'],
  ],
  [
    'a quarter from 30 November',
    'month',
    3,
    'UTC',
    '2026-11-30T00:00Z',
    ['2027-02-28T00:00Z', '2027-05-30T00:00Z', '2027-08-30T00:00Z', '2027-11-30T00:00Z'],
  ],
  [
    'Berlin: a day of 23 hours, then of 24',
    'day',
    1,
    'Europe/Berlin',
    '2026-03-28T08:00Z',
    ['2026-03-29T07:00Z', '2026-03-30T07:00Z'],
  ],
  [
    'Berlin: a day of 25 hours, then of 24',
    'day',
    1,
    'Europe/Berlin',
    '2026-10-24T07:00Z',
    ['2026-10-25T08:00Z', '2026-10-26T08:00Z'],
  ],
  [
    'Berlin: an anchor at 2:30, which does not exist on 29 March but exists on the next day',
    'day',
    1,
    'Europe/Berlin',
    '2026-03-28T01:30Z',
    ['2026-03-29T01:30Z', '2026-03-30T00:30Z'],
  ],
  [
    'Berlin: the last day of the month, an hour before it begins in UTC',
    'month',
    1,
    'Europe/Berlin',
    '2026-01-30T23:00Z',
    ['2026-02-27T23:00Z', '2026-03-30T22:00Z', '2026-04-29T22:00Z'],
  ],
  [
    'New York: a week across the end of summer time',
    'week',
    1,
    'America/New_York',
    '2026-10-28T04:00Z',
    ['2026-11-04T05:00Z', '2026-11-11T05:00Z'],
  ],
  [
    'São Paulo: midnight on 4 November 2018, which began at one o’clock',
    'month',
    1,
    'America/Sao_Paulo',
    '2018-10-04T03:00Z',
    ['2018-11-04T03:00Z', '2018-12-04T02:00Z', '2019-01-04T02:00Z', '2019-02-04T02:00Z'],
  ],
  [
    'São Paulo: the last summer time',
    'month',
    1,
    'America/Sao_Paulo',
    '2019-01-20T14:00Z',
    ['2019-02-20T15:00Z', '2019-11-20T15:00Z'],
  ],
  [
    'Apia: the skipped 30 December 2011, whose period encloses no time',
    'day',
    1,
    'Pacific/Apia',
    '2011-12-28T10:00Z',
    ['2011-12-29T10:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  ],
  [
    'Apia: a month from 30 November 2011, which ends on the day after the skipped day',
    'month',
    1,
    'Pacific/Apia',
    '2011-11-30T10:00Z',
    ['2011-12-30T10:00Z', '2012-01-29T10:00Z'],
  ],
  [
    'Kolkata: midnight, which is 18:30 in UTC',
    'month',
    1,
    'Asia/Kolkata',
    '2026-01-30T18:30Z',
    ['2026-02-27T18:30Z', '2026-03-30T18:30Z'],
  ],
]

describe('boundaries of billing periods', () => {
  it.each(CASES)(
    'are correct for %s',
    (_name, interval, intervalCount, zone, anchor, boundaries) => {
      const cycle: BillingCycle = { anchor: new Date(anchor), interval, intervalCount }
      for (const boundary of boundaries.map((text) => new Date(text))) {
        expect(billingPeriod(cycle, boundary, zone).start).toEqual(boundary)
        const before = billingPeriod(cycle, new Date(boundary.getTime() - 1), zone)
        expect(before.end).toEqual(boundary)
      }
    },
  )
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'America/New_York',
  'Asia/Kolkata',
] as const
type Zone = (typeof ZONES)[number]
const ANCHORS = [
  '1992-02-29T12:00Z',
  '1991-01-29T00:00Z',
  '1990-04-30T23:59:59.999Z',
  '1990-01-31T02:30Z',
].map((text) => new Date(text))

interface Local {
  /** Days since 1970. */
  readonly date: number
  /** Milliseconds since midnight on the wall clock. */
  readonly time: number
}

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  ]),
)

/** Computes the local date and time with `Intl`, independently of the library under test. */
function localOf(at: Date, zone: Zone): Local {
  const parts = formats.get(zone)?.formatToParts(at) ?? []
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  return {
    date: dayNumber(part('year'), part('month') - 1, part('day')),
    time: ((hour * 60 + minute) * 60 + second) * 1_000 + (at.getTime() % 1_000),
  }
}

const DAY = 86_400_000
const dayNumber = (year: number, month: number, day: number) => Date.UTC(year, month, day) / DAY

/** Adds steps to the anchor's date by the rules of the calendar alone. */
function dateAfter(anchor: number, interval: CalendarUnit, steps: number): number {
  if (interval === 'day') return anchor + steps
  if (interval === 'week') return anchor + 7 * steps
  const first = new Date(anchor * DAY)
  const months = interval === 'year' ? 12 * steps : steps
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayNumber(year, month, Math.min(first.getUTCDate(), last))
}

/**
 * The day that Apia skipped. A boundary on it, or in an hour that summer time skips, moves later.
 */
const LOST_DAY = dayNumber(2011, 11, 30)

function expectBoundary(boundary: Date, expected: Local, zone: Zone): void {
  const actual = localOf(boundary, zone)
  if (zone === 'Pacific/Apia' && expected.date === LOST_DAY) {
    expect(actual).toEqual({ date: LOST_DAY + 1, time: expected.time })
    return
  }
  const later = (actual.date - expected.date) * DAY + actual.time - expected.time
  if (later === 0) return
  // The wanted time of day was skipped, so the boundary comes exactly one hour later.
  expect(later).toBe(3_600_000)
  expect(localOf(new Date(boundary.getTime() - 3_600_000), zone).time).not.toBe(expected.time)
}

/** Walks from period to period and compares each boundary with the one computed from the anchor. */
function walk(cycle: BillingCycle, interval: CalendarUnit, zone: Zone, until: Date): void {
  const origin = localOf(cycle.anchor, zone)
  let start = cycle.anchor
  let steps = 0
  while (start < until) {
    const period = billingPeriod(cycle, start, zone)
    if (period.start.getTime() !== start.getTime()) expect(period.start).toEqual(start)
    if (period.end === null || period.end <= start) throw new Error('it encloses time')
    steps += cycle.intervalCount
    let date = dateAfter(origin.date, interval, steps)
    // The skipped day is still a step, which contains no time.
    if (interval === 'day' && zone === 'Pacific/Apia' && date === LOST_DAY) {
      steps += 1
      date += 1
    }
    expectBoundary(period.end, { ...origin, date }, zone)
    start = period.end
  }
}

describe.each([
  ['week', 1, ANCHORS.slice(-1)],
  ['month', 1, ANCHORS],
  ['month', 3, ANCHORS],
  ['year', 1, ANCHORS],
] as const)('sixty years of periods of %s × %i', (interval, intervalCount, anchors) => {
  it.each(ZONES)('tile time in %s and never drift from the anchor', (zone) => {
    for (const anchor of anchors) {
      walk({ anchor, interval, intervalCount }, interval, zone, new Date('2050-01-01T00:00Z'))
    }
  })
})

// Each anchor is in an hour that summer time skips, if the zone has one.
it.each([
  ['UTC', '2009-01-15T00:00Z'],
  ['Europe/Berlin', '2009-01-15T01:30Z'],
  ['America/Sao_Paulo', '2009-06-15T03:30Z'],
  ['Pacific/Apia', '2009-06-15T11:30Z'],
  ['America/New_York', '2009-01-15T07:30Z'],
  ['Asia/Kolkata', '2009-01-15T18:30Z'],
] as const)('four years of days tile time in %s and never drift', (zone, anchor) => {
  const cycle = { anchor: new Date(anchor), interval: 'day', intervalCount: 1 } as const
  walk(cycle, 'day', zone, new Date('2013-01-15T00:00Z'))
})
