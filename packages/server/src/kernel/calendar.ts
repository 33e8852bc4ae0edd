import { Temporal } from 'temporal-polyfill'

export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** Includes `start` and excludes `end`. */
export interface Period {
  readonly start: Date
  readonly end: Date
}

/** Has no end when the plan has no interval. */
export interface BillingPeriod {
  readonly start: Date
  readonly end: Date | null
}

/** Defines where billing periods start and how long they are. */
export interface BillingCycle {
  readonly anchor: Date
  readonly interval: CalendarUnit | 'none'
  readonly intervalCount: number
}

const KEYS = { day: 'days', week: 'weeks', month: 'months', year: 'years' } as const

const zoned = (at: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)

const instantOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds)

/** Finds the day, week (from Monday), month or year that contains an instant in a time zone. */
export function calendarPeriod(unit: CalendarUnit, at: Date, timezone: string): Period {
  const first = firstDay(unit, zoned(at, timezone).toPlainDate())
  // The first moment of a day: midnight, or a later time where the clock skips midnight.
  const startOf = (step: number): Date =>
    instantOf(first.add({ [KEYS[unit]]: step }).toZonedDateTime({ timeZone: timezone }))
  return periodAt(startOf, at, 0)
}

function firstDay(unit: CalendarUnit, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 })
    case 'month':
      return date.with({ day: 1 })
    case 'year':
      return date.with({ month: 1, day: 1 })
  }
}

/**
 * Finds the billing period that contains an instant. Every boundary is counted from the anchor,
 * never from the previous boundary, so that 31 January leads to 28 February and then to 31 March.
 * Instants before the anchor are in the periods before it. Without an interval, all time is one
 * period.
 */
export function billingPeriod(cycle: BillingCycle, at: Date, timezone: string): BillingPeriod {
  const { anchor, interval, intervalCount } = cycle
  if (interval === 'none') return { start: anchor, end: null }
  const key = KEYS[interval]
  const origin = zoned(anchor, timezone)
  const passed = origin.toPlainDate().until(zoned(at, timezone).toPlainDate(), {
    largestUnit: interval,
  })
  return periodAt(
    (step) => instantOf(origin.add({ [key]: step * intervalCount })),
    at,
    Math.floor(passed[key] / intervalCount),
  )
}

/**
 * Finds the period that contains an instant, starting from a guess. The guess is wrong where a
 * clock that is set back shows yesterday's date again, and around the anchor's time of day. When a
 * time zone skips a day, two boundaries coincide and enclose no period.
 */
function periodAt(boundary: (step: number) => Date, at: Date, guess: number): Period {
  let step = guess
  let start = boundary(step)
  while (start > at) {
    step -= 1
    start = boundary(step)
  }
  let end = boundary(step + 1)
  while (end <= at) {
    start = end
    step += 1
    end = boundary(step + 1)
  }
  return { start, end }
}
