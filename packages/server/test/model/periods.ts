import { Temporal } from 'temporal-polyfill'
import type { MeteredPeriod, Plan } from './catalog.ts'

/** A span of time that excludes its end. A null end means that the period never ends. */
export interface Period {
  readonly start: Date
  readonly end: Date | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Approximate lengths, from which the search for a boundary starts. */
const LONGEST_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS }
const EPOCH = new Date(0)

const zonedAt = (at: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)

const dateOf = (zoned: Temporal.ZonedDateTime): Date => new Date(zoned.epochMilliseconds)

const fixedWindow = (at: Date, lengthMs: number): Period => {
  const start = Math.floor(at.getTime() / lengthMs) * lengthMs
  return { start: new Date(start), end: new Date(start + lengthMs) }
}

/** The period around an instant, for every kind except billing periods. */
export function periodAt(
  period: Exclude<MeteredPeriod, 'billing_period'>,
  at: Date,
  timezone: string,
): Period {
  const day = zonedAt(at, timezone).startOfDay()
  const from = (start: Temporal.ZonedDateTime, length: Temporal.DurationLike): Period => ({
    start: dateOf(start),
    end: dateOf(start.toPlainDate().add(length).toZonedDateTime(timezone)),
  })
  switch (period) {
    case 'minute':
      return fixedWindow(at, MINUTE_MS)
    case 'hour':
      return fixedWindow(at, 60 * MINUTE_MS)
    case 'day':
      return from(day, { days: 1 })
    case 'week':
      return from(startOfDate(day, { days: -(day.dayOfWeek - 1) }), { days: 7 })
    case 'month':
      return from(startOfDate(day, { days: -(day.day - 1) }), { months: 1 })
    case 'year':
      return from(startOfDate(day, { days: -(day.dayOfYear - 1) }), { years: 1 })
    case 'lifetime':
      return { start: EPOCH, end: null }
  }
}

const startOfDate = (
  day: Temporal.ZonedDateTime,
  shift: Temporal.DurationLike,
): Temporal.ZonedDateTime => day.toPlainDate().add(shift).toZonedDateTime(day.timeZoneId)

/**
 * The billing period around an instant. Boundary n is n steps from the anchor itself, not from the
 * previous boundary.
 */
export function billingPeriodAt(
  plan: Pick<Plan, 'interval' | 'intervalCount'>,
  anchor: Date,
  at: Date,
  timezone: string,
): Period {
  const { interval, intervalCount } = plan
  if (interval === 'none') return { start: anchor, end: null }
  const origin = zonedAt(anchor, timezone)
  const boundary = (step: number): Date =>
    dateOf(origin.add({ [`${interval}s`]: step * intervalCount }))
  const elapsedPeriods = (at.getTime() - anchor.getTime()) / LONGEST_MS[interval] / intervalCount
  let step = Math.trunc(elapsedPeriods)
  while (boundary(step) > at) step -= 1
  while (boundary(step + 1) <= at) step += 1
  return { start: boundary(step), end: boundary(step + 1) }
}
