import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import type { Quantities, SubscriptionRecord } from '../subscription/subscription.core.ts'

/** Usage of one charge and period, as far as an invoice takes it up. */
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
  /** Null: it does not end. */
  readonly end: string | null
}

/** What a plan and its seats become, as it was quoted; instants are ISO 8601. */
export interface PlanTerms {
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  /** The instant for which it was computed, in the customer's time. */
  readonly at: string
  readonly period: PeriodTerms
  /** Old usage that the invoice of the change asks for. */
  readonly usage: readonly BilledUsage[]
  /** Whole minor units that are given back for unused time, before what is withheld of them. */
  readonly givenBack: number
  /** Whole minor units of these that are not, because the credits they had bought were used. */
  readonly withheld: number
}

/** An add-on that comes to a subscription, under the id that its invoice names. */
export interface ItemTerms {
  readonly itemId: string
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  readonly at: string
}

export type ChangeTerms = PlanTerms | ItemTerms

type Interval = Pick<BillingCycle, 'interval' | 'intervalCount'>

export const isSameCycle = (a: Interval, b: Interval): boolean =>
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
