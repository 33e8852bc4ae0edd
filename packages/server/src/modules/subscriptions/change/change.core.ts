import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import type { Quantities, SubscriptionRecord } from '../subscription/subscription.core.ts'

/** Usage of one charge in one period that an invoice bills. */
export interface BilledUsage {
  readonly subscriptionId: string
  readonly chargeId: string
  readonly periodStart: string
  /** Decimal. */
  readonly quantity: string
}

interface PeriodTerms {
  readonly anchor: string
  readonly start: string
  /** Null: the period does not end. */
  readonly end: string | null
}

/** The quoted plan and seats after a change. Instants are ISO 8601. */
export interface PlanChangeTerms {
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  /** The instant of the quote, in the customer's time. */
  readonly at: string
  readonly period: PeriodTerms
  /** Usage of the old plan that the change's invoice bills. */
  readonly usage: readonly BilledUsage[]
  /** Minor units credited for unused time, before `withheld` is subtracted. */
  readonly givenBack: number
  /** Minor units withheld from `givenBack`, because the credits that they had bought were used. */
  readonly withheld: number
}

/** An add-on. Its invoice already contains its id. */
export interface ItemTerms {
  readonly itemId: string
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  readonly at: string
}

export type ChangeTerms = PlanChangeTerms | ItemTerms

type Interval = Pick<BillingCycle, 'interval' | 'intervalCount'>

export const isSameCycle = (a: Interval, b: Interval): boolean =>
  a.interval === b.interval && a.intervalCount === b.intervalCount

/** The subscription's period after a change, and the anchor of later periods. */
export interface PeriodAfterChange {
  readonly anchor: Date
  readonly period: BillingPeriod
}

/**
 * Keeps the current period if the interval stays the same or the subscription is in a trial.
 * Otherwise, the new interval starts a new period.
 */
export function periodAfterChange(
  subscription: Pick<
    SubscriptionRecord,
    'status' | 'billingAnchor' | 'currentPeriodStart' | 'currentPeriodEnd'
  >,
  from: Interval,
  to: Interval,
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
