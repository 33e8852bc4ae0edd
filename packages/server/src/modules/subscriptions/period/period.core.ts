import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { type Portion, remainingPortion, WHOLE } from './proration.core.ts'

/** A billed period: a whole period of its cycle, or the remaining part of one. */
export interface BilledPeriod {
  readonly period: BillingPeriod
  readonly portion: Portion
}

/** The period from an instant to the next boundary of the cycle. */
export function periodFrom(cycle: BillingCycle, from: Date, timezone: string): BilledPeriod {
  if (cycle.interval === 'none') return { period: { start: from, end: null }, portion: WHOLE }
  const { start, end } = billingPeriod(cycle, from, timezone)
  const isWhole = end === null || start.getTime() === from.getTime()
  const portion = isWhole ? WHOLE : remainingPortion({ start, end }, from)
  return { period: { start: from, end }, portion }
}

/** The end of a trial, counted in days of the customer's calendar. */
export function trialEnd(start: Date, days: number, timezone: string): Date {
  const { end } = billingPeriod(
    { anchor: start, interval: 'day', intervalCount: days },
    start,
    timezone,
  )
  return end ?? start
}

/** The instant from which usage has not been billed. */
export const unbilledSince = ({
  currentPeriodStart,
  invoicedThrough,
  createdAt,
}: Pick<SubscriptionRecord, 'currentPeriodStart' | 'invoicedThrough' | 'createdAt'>): Date =>
  new Date(
    Math.max(...[currentPeriodStart, invoicedThrough, createdAt].map((at) => at?.getTime() ?? 0)),
  )
