import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import type { SubscriptionRecord } from './record.ts'

type Steps = Pick<BillingCycle, 'interval' | 'intervalCount'>

export const isSameCycle = (a: Steps, b: Steps): boolean =>
  a.interval === b.interval && a.intervalCount === b.intervalCount

/** The period that a subscription is in after a change, and what its later ones are counted from. */
export interface PeriodAfterChange {
  readonly anchor: Date
  readonly period: BillingPeriod
}

/**
 * A change between plans of the same interval leaves the period as it is, and so does one during a
 * trial. Another interval begins a period of its own.
 */
export function periodAfterChange(
  subscription: Pick<
    SubscriptionRecord,
    'status' | 'billingAnchor' | 'currentPeriodStart' | 'currentPeriodEnd'
  >,
  from: Steps,
  to: Steps,
  at: Date,
  timezone: string,
): PeriodAfterChange {
  const { status, billingAnchor, currentPeriodStart, currentPeriodEnd } = subscription
  if (status === 'trialing' || isSameCycle(from, to)) {
    const period = { start: currentPeriodStart ?? billingAnchor, end: currentPeriodEnd }
    return { anchor: billingAnchor, period }
  }
  return { anchor: at, period: billingPeriod({ ...to, anchor: at }, at, timezone) }
}
