import type { PlanEntitlement } from '@purser/contract'
import { billingPeriod, type CalendarUnit, calendarPeriod } from '../../../kernel/calendar.ts'
import type { SubscriptionRight } from '../rights/rights.core.ts'

export type MeteredPeriod = NonNullable<Extract<PlanEntitlement, { type: 'metered' }>['period']>

/** One period of a counter. */
export interface Span {
  /** The kind of period, or the subscription whose billing period it is. */
  readonly key: string
  /** Tells the counter's rows of this key apart; always the epoch where only one is kept. */
  readonly slot: Date
  readonly start: Date
  /** Not with this instant; null: it never ends. */
  readonly end: Date | null
}

const EPOCH = new Date(0)
const MINUTE_MS = 60_000
const LIFETIME: Span = { key: 'lifetime', slot: EPOCH, start: EPOCH, end: null }

/**
 * The period of a kind that an instant lies in. A billing period is that of the subscription; a
 * customer without one has the calendar month instead. Called for every event, so the last span of
 * each kind is remembered: to ask the calendar takes longer than all the rest.
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

/** Fixed windows in UTC; a rate keeps only its newest one, so all share a slot. */
function windowAt(key: 'minute' | 'hour', at: Date, length: number): Span {
  const start = Math.floor(at.getTime() / length) * length
  return { key, slot: EPOCH, start: new Date(start), end: new Date(start + length) }
}

/** By numbers: to compare Dates as such takes several times as long, and every event asks. */
const contains = ({ start, end }: Span, at: Date): boolean =>
  start.getTime() <= at.getTime() && (end === null || at.getTime() < end.getTime())

/** By timezone; there are some hundreds of them at most. */
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
