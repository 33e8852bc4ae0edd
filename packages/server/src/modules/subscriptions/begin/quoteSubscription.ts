import type { Plan } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { BillingPeriod } from '../../../kernel/calendar.ts'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Coupon } from '../../catalog/read.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import type { BillRequest } from '../../invoicing/index.ts'
import { findDefaultMethod, type PaymentMethodRecord } from '../../payments/read.ts'
import { discountOf } from '../coupons/coupon.core.ts'
import { findUsableCoupon } from '../coupons/redeemCoupon.ts'
import {
  findOpenSubscriptionPayment,
  isPartlyPaid,
} from '../invoices/findOpenSubscriptionPayment.ts'
import { openingLines } from '../period/chargeLines.core.ts'
import { type BilledPeriod, periodFrom, trialEnd } from '../period/period.core.ts'
import {
  findOfferedPlan,
  type PlanOffer,
  refuseUnlessOnSale,
} from '../subscription/findOfferedPlan.ts'
import { type LoadedPlan, toLoadedPlan } from '../subscription/loadPlan.ts'
import { seatsOf } from '../subscription/seats.core.ts'
import type { Quantities, SubscriptionRecord } from '../subscription/subscription.core.ts'
import { findBaseSubscription } from '../subscription/subscription.sql.ts'

export interface SubscriptionInput {
  readonly customerId: string
  /** Id or slug. */
  readonly planId: string
  /** The plans that the caller may choose from. */
  readonly offer: PlanOffer
  readonly quantities?: Quantities | undefined
  readonly couponCode?: string | undefined
  readonly trialDays?: number | undefined
  readonly billingAnchor?: string | undefined
  readonly startsAt?: string | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/** The terms of a subscription that does not exist yet, at an instant of the customer's time. */
export interface SubscriptionQuote {
  /** The id that the subscription would get. */
  readonly subscriptionId: string
  readonly at: Date
  readonly customer: CustomerRecord
  readonly plan: LoadedPlan
  readonly quantities: Quantities
  readonly coupon: Coupon | null
  /** The payment method to charge. Null if the customer has none. */
  readonly method: PaymentMethodRecord | null
  /** The scheduled start. Null if the subscription starts now. */
  readonly startsAt: Date | null
  readonly trial: {
    readonly days: number
    readonly endsAt: Date
    readonly needsMethod: boolean
  } | null
  readonly anchor: Date
  /** The first period, which is the trial if there is one. */
  readonly period: BillingPeriod
  /** The first bill. It is due now unless `startsAt` or `trial` postpones it. */
  readonly firstBill: {
    readonly request: BillRequest
    readonly period: BilledPeriod
  }
  /** An incomplete subscription without an open payment, which the new one replaces. */
  readonly replaces: SubscriptionRecord | null
}

/**
 * Checks a request and determines its terms and its first bill without writing anything. A preview
 * and a creation use the same quote, so that the customer pays the previewed amount. `at` is the
 * customer's time.
 */
export async function quoteSubscription(
  tx: Tx,
  scope: Scope,
  { customer, at }: { customer: CustomerRecord; at: Date },
  input: SubscriptionInput,
): Promise<SubscriptionQuote> {
  const { environmentId } = scope
  const { id: customerId } = customer
  const plan = await findPlanToSell(tx, environmentId, input)
  if (plan.currency !== customer.currency) {
    throw new PurserError(
      'currency_mismatch',
      `The plan is in ${plan.currency}, but the customer pays in ${customer.currency}. Choose a plan in the customer's currency.`,
    )
  }
  const replaces = await findReplaceableSubscription(tx, environmentId, {
    customerId,
    productId: plan.productId,
  })
  const seats = seatsOf(plan, input.quantities)
  if ('problems' in seats) throw invalidRequest(seats.problems)
  const { currency } = plan
  const coupon =
    input.couponCode === undefined
      ? null
      : await findUsableCoupon(tx, scope, input.couponCode, {
          currency,
          at,
          heldCouponId: replaces?.couponId ?? null,
        })
  const schedule = scheduleOf(input, plan, customer, at)
  const method = await findDefaultMethod(tx, environmentId, customerId)
  const subscriptionId = newIdInBucket('subscription', bucketOf(environmentId, customerId))
  const { anchor, trial } = schedule
  const { quantities } = seats
  const loaded = await toLoadedPlan(tx, environmentId, plan, {
    id: subscriptionId,
    quantities,
    billingAnchor: anchor,
  })
  const request: BillRequest = {
    customer,
    currency,
    lines: openingLines(loaded, schedule.billed, { isFirst: true }),
    discount: coupon && discountOf(coupon),
    takesPending: true,
    at,
  }
  return {
    subscriptionId,
    at,
    customer,
    plan: loaded,
    quantities,
    coupon,
    method,
    startsAt: schedule.startsAt,
    trial: trial && {
      ...trial,
      needsMethod:
        trialNeedsMethod(plan, input) &&
        method === null &&
        customer.collectionMethod === 'charge_automatically',
    },
    anchor,
    period: schedule.period,
    firstBill: { request, period: schedule.billed },
    replaces,
  }
}

async function findPlanToSell(
  tx: Tx,
  environmentId: string,
  request: Pick<SubscriptionInput, 'planId' | 'offer'>,
): Promise<Plan> {
  const plan = await findOfferedPlan(tx, environmentId, request)
  if (plan.kind === 'addon') {
    throw invalidRequest([
      {
        path: 'planId',
        message: `"${plan.slug}" is an add-on: add it to a subscription with POST /v1/subscriptions/:id/items`,
      },
    ])
  }
  await refuseUnlessOnSale(tx, environmentId, plan)
  return plan
}

/** A trial that the merchant grants requires a card only if the plan's own trial does. */
const trialNeedsMethod = ({ trial }: Plan, { trialDays }: SubscriptionInput): boolean =>
  trialDays !== 0 && trial !== null && trial.requiresPaymentMethod

function scheduleOf(input: SubscriptionInput, plan: Plan, customer: CustomerRecord, at: Date) {
  const { timezone } = customer
  const startsAt = input.startsAt === undefined ? null : new Date(input.startsAt)
  if (startsAt !== null && startsAt < at) {
    throw invalidRequest([{ path: 'startsAt', message: 'is in the past: omit it to start now' }])
  }
  if (input.billingAnchor !== undefined && plan.interval === 'none') {
    throw invalidRequest([{ path: 'billingAnchor', message: 'requires a plan with an interval' }])
  }
  const isLater = startsAt !== null && startsAt > at
  const start = isLater ? startsAt : at
  const days = input.trialDays ?? plan.trial?.days ?? 0
  const endsAt = days === 0 ? null : trialEnd(start, days, timezone)
  const paidFrom = endsAt ?? start
  const anchor = input.billingAnchor === undefined ? paidFrom : new Date(input.billingAnchor)
  const { interval, intervalCount } = plan
  const billed = periodFrom({ anchor, interval, intervalCount }, paidFrom, timezone)
  return {
    startsAt: isLater ? startsAt : null,
    trial: endsAt && { days, endsAt },
    anchor,
    billed,
    period: endsAt === null ? billed.period : { start, end: endsAt },
  }
}

/**
 * Finds the incomplete subscription that a new one may replace. A customer has one base
 * subscription per product, so this throws if the existing one has started, has an open payment or
 * is partly paid.
 */
async function findReplaceableSubscription(
  tx: Tx,
  environmentId: string,
  key: { customerId: string; productId: string },
): Promise<SubscriptionRecord | null> {
  const existing = await findBaseSubscription(tx, environmentId, key)
  if (!existing) return null
  const isWaiting = existing.status === 'incomplete' && existing.startsAt === null
  const isProtected =
    !isWaiting ||
    (await findOpenSubscriptionPayment(tx, environmentId, existing)) !== null ||
    (await isPartlyPaid(tx, environmentId, existing))
  if (!isProtected) return existing
  throw new PurserError(
    'already_subscribed',
    isWaiting
      ? 'A subscription to this product is waiting for its payment. Pay it in the open form, or cancel it first with POST /v1/subscriptions/:id/cancel.'
      : 'The customer already has a subscription to this product. Change it with POST /v1/subscriptions/:id/change.',
    { details: { subscriptionId: existing.id } },
  )
}
