import type { PlanEntitlement } from '@purser/contract'
import { billingPeriod, type CalendarUnit, calendarPeriod } from '../../../kernel/calendar.ts'
import type { SubscriptionRight } from '../rights/rights.core.ts'

export type MeteredPeriod = NonNullable<Extract<PlanEntitlement, { type: 'metered' }>['period']>

/** One period of a counter. */
export interface Span {
  /** The kind of period, or the id of the subscription whose billing period it is. */
  readonly key: string
  /** Distinguishes the rows of one key. Always the epoch if only one row is kept. */
  readonly slot: Date
  readonly start: Date
  /** Exclusive. Null: the span never ends. */
  readonly end: Date | null
}

const EPOCH = new Date(0)
const MINUTE_MS = 60_000
const LIFETIME: Span = { key: 'lifetime', slot: EPOCH, start: EPOCH, end: null }

/**
 * Returns the period that contains an instant. A customer without a subscription uses the calendar
 * month as billing period. This runs for every event, so the last span of each kind is cached:
 * calendar arithmetic takes longer than everything else.
 */
export function spanAt(
  period: MeteredPeriod,
  at: Date,
  timezone: string,
  subscription: SubscriptionRight | null,
): Span {
  switch (period) {
    case 'minute':
      return windowAt(period, at, MINUTE_MS)
    case 'hour':
      return windowAt(period, at, 60 * MINUTE_MS)
    case 'lifetime':
      return LIFETIME
    case 'billing_period':
      return subscription
        ? billingSpan(subscription, at, timezone)
        : calendarSpan('month', at, timezone)
    default:
      return calendarSpan(period, at, timezone)
  }
}

/** Fixed windows in UTC. A rate keeps only its newest window, so all windows share a slot. */
function windowAt(key: 'minute' | 'hour', at: Date, length: number): Span {
  const start = Math.floor(at.getTime() / length) * length
  return { key, slot: EPOCH, start: new Date(start), end: new Date(start + length) }
}

/**
 * Compares numbers, because comparing Date objects is several times slower and this runs for every
 * event.
 */
const contains = ({ start, end }: Span, at: Date): boolean =>
  start.getTime() <= at.getTime() && (end === null || at.getTime() < end.getTime())

/** By time zone. A few hundred time zones exist, so the maps stay small. */
const lastCalendarSpans: Record<CalendarUnit, Map<string, Span>> = {
  day: new Map(),
  week: new Map(),
  month: new Map(),
  year: new Map(),
}

function calendarSpan(unit: CalendarUnit, at: Date, timezone: string): Span {
  const remembered = lastCalendarSpans[unit].get(timezone)
  if (remembered && contains(remembered, at)) return remembered
  const { start, end } = calendarPeriod(unit, at, timezone)
  const span: Span = { key: unit, slot: start, start, end }
  lastCalendarSpans[unit].set(timezone, span)
  return span
}

const lastBillingSpans = new WeakMap<SubscriptionRight, { timezone: string; span: Span }>()

function billingSpan(subscription: SubscriptionRight, at: Date, timezone: string): Span {
  const remembered = lastBillingSpans.get(subscription)
  if (remembered && remembered.timezone === timezone && contains(remembered.span, at)) {
    return remembered.span
  }
  const { interval, intervalCount } = subscription.plan
  const cycle = { anchor: subscription.billingAnchor, interval, intervalCount }
  const { start, end } = billingPeriod(cycle, at, timezone)
  const span: Span = { key: subscription.id, slot: start, start, end }
  lastBillingSpans.set(subscription, { timezone, span })
  return span
}
