import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { firstLines, issue, periodFrom, seatsOf } from '../invoicing/bill.ts'
import { countBill, couponFor, discountOn, redeem } from '../invoicing/coupons.ts'
import { beginPayment, isPartlyPaid, isUnderWay } from '../invoicing/invoices.ts'
import { type Share, WHOLE } from '../invoicing/prices.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import { type Customer, nextId, type Subscription } from '../state.ts'
import { type Contract, HAS_ENDED, type Seats } from './billing.ts'
import { giveCredits } from './periodCredits.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'
import { endIncomplete, setStatus } from './subscriptions.ts'

const HOUR_MS = 60 * 60 * 1000
/** The time that a subscription waits for its first payment. */
const WAITS_MS = 23 * HOUR_MS
/** The lifetime of a checkout session. */
export const CHECKOUT_MS = 24 * HOUR_MS

export interface SubscribeRequest {
  readonly planId: string
  readonly quantities?: Seats
  readonly startsAt?: Date
  readonly billingAnchor?: Date
  readonly trialDays?: number
  readonly couponCode?: string
  /** The customer pays in a checkout form, even with a card on file. */
  readonly inForm?: true
}

/** The initial billing state of a subscription, before any payment. */
export const newContract = (
  initial: Pick<Contract, 'createdAt' | 'collectionMethod' | 'quantities'> & Partial<Contract>,
): Contract => ({
  parentId: null,
  startsAt: null,
  trialDays: null,
  givenAnchor: null,
  status: 'incomplete',
  periodStart: null,
  periodEnd: null,
  trialEndsAt: null,
  trialToldAt: null,
  incompleteUntil: null,
  cancelAt: null,
  canceledAt: null,
  pausedAt: null,
  pendingChange: null,
  discount: null,
  nextDripAt: null,
  waiting: null,
  revision: 0,
  revisedAt: initial.createdAt,
  owed: {},
  ...initial,
})

/** Subscribes a customer. If a payment is due now, only starts that payment. */
export function subscribe(
  catalog: Catalog,
  customer: Customer,
  request: SubscribeRequest,
  now: Date,
): { answer: Answer } | { paymentId: string } | { setupFor: string } {
  const plan = planOf(catalog, { planId: request.planId })
  const start = request.startsAt ?? now
  const existing = baseOf(catalog, customer, plan.productId)
  if (existing) {
    const { status, startsAt } = contractOf(existing)
    const isWaiting = status === 'incomplete' && startsAt === null
    if (!isWaiting || isUnderWay(customer, existing.id) || isPartlyPaid(customer, existing.id)) {
      return { answer: refused('already_subscribed') }
    }
  }
  const { couponCode } = request
  const coupon =
    couponCode === undefined
      ? null
      : couponFor(catalog, customer, couponCode, existing ?? null, now)
  if (typeof coupon === 'string') return { answer: refused(coupon) }
  if (start < now) return { answer: refused('invalid_request') }
  if (existing) endIncomplete(catalog, customer, existing, 'incomplete_expired', now)
  const { timezone, collectionMethod } = customer
  const trialDays = request.trialDays ?? plan.trial?.days ?? 0
  const trialEndsAt = trialDays === 0 ? null : daysAfter(start, trialDays, timezone)
  const anchor = request.billingAnchor ?? trialEndsAt ?? start
  const isLater = start > now
  const subscription: Subscription = {
    id: nextId(customer, 'subscription'),
    planId: plan.id,
    planVersion: plan.version,
    billingAnchor: anchor,
    givesAccess: false,
    invoicedThrough: null,
    contract: newContract({
      createdAt: now,
      startsAt: isLater ? start : null,
      trialDays: trialDays === 0 ? null : trialDays,
      givenAnchor: request.billingAnchor ?? null,
      collectionMethod,
      quantities: seatsOf(plan, request.quantities),
      discount: coupon && redeem(customer, coupon),
      incompleteUntil: isLater
        ? null
        : new Date(now.getTime() + (request.inForm ? CHECKOUT_MS : WAITS_MS)),
    }),
  }
  customer.subscriptions.push(subscription)
  if (!isLater && trialEndsAt === null) openFirst(customer, subscription, plan, start)
  emitSubscriptionMessage(catalog, customer, 'created', subscription)
  const subscriptionId = subscription.id
  if (isLater) {
    const answer = { kind: 'deferred', subscriptionId, effectiveAt: start.toISOString() }
    return { answer: ok(answer) }
  }
  if (trialEndsAt !== null) {
    if (plan.trial?.requiresPaymentMethod && lacksCard(customer)) {
      return { setupFor: subscriptionId }
    }
    beginTrial(catalog, customer, subscription, start, now)
    const answer = { subscriptionId, invoiceId: null, trialEndsAt: trialEndsAt.toISOString() }
    return { answer: ok({ kind: 'created_no_charge', ...answer }) }
  }
  return begin(catalog, customer, subscription, start, now, request.inForm)
}

/** The current subscription of a product. */
const baseOf = (catalog: Catalog, customer: Customer, productId: string) =>
  customer.subscriptions.find(
    (subscription) =>
      subscription.contract !== null &&
      subscription.contract.parentId === null &&
      !HAS_ENDED.includes(subscription.contract.status) &&
      planOf(catalog, subscription).productId === productId,
  )

const daysAfter = (start: Date, days: number, timezone: string): Date =>
  billingPeriodAt({ interval: 'day', intervalCount: days }, start, start, timezone).end ?? start

const lacksCard = ({ collectionMethod, money }: Customer): boolean =>
  collectionMethod === 'charge_automatically' && money.defaultMethodId === null

/** Starts a trial that waited for a card. Returns the reason if it cannot have started. */
export function beginWithCard(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): string | null {
  const { status, startsAt, trialDays } = contractOf(subscription)
  if (status !== 'incomplete' || startsAt !== null || trialDays === null) {
    return 'the subscription does not wait for a card'
  }
  if (lacksCard(customer)) return 'the customer has no card'
  beginTrial(catalog, customer, subscription, now, now)
  return null
}

/** The first period, from its start to the next boundary, and its share of a full period. */
function openFirst(
  { timezone }: Customer,
  subscription: Subscription,
  plan: Plan,
  start: Date,
): { period: Period; share: Share } {
  const first = periodFrom(plan, subscription.billingAnchor, start, timezone)
  const { start: periodStart, end: periodEnd } = first.period
  Object.assign(contractOf(subscription), { periodStart, periodEnd })
  return first
}

function beginTrial(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  start: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const trialEndsAt = daysAfter(start, contract.trialDays ?? 0, customer.timezone)
  setStatus(customer, subscription, 'trialing')
  subscription.billingAnchor = contract.givenAnchor ?? trialEndsAt
  Object.assign(contract, {
    periodStart: start,
    periodEnd: trialEndsAt,
    trialEndsAt,
    trialDays: null,
    startsAt: null,
    incompleteUntil: null,
  })
  giveCredits(catalog, customer, subscription, { start, end: trialEndsAt }, now, true)
  emitSubscriptionMessage(catalog, customer, 'activated', subscription)
}

function issueFirst(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  start: Date,
  now: Date,
) {
  const plan = planOf(catalog, subscription)
  const { quantities, discount } = contractOf(subscription)
  const { period, share } = openFirst(customer, subscription, plan, start)
  return issue(
    catalog,
    customer,
    firstLines(plan, subscription, quantities, period, share),
    {
      subscriptionId: subscription.id,
      off: discountOn(discount, WHOLE),
      reason: 'start',
      cycleStart: period.start,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
}

/** Starts a subscription. The first invoice must be paid first if it is due immediately. */
function begin(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  start: Date,
  now: Date,
  inForm: true | undefined,
): { answer: Answer } | { paymentId: string } {
  const invoice = issueFirst(catalog, customer, subscription, start, now)
  const subscriptionId = subscription.id
  if (invoice?.status === 'open' && customer.collectionMethod === 'charge_automatically') {
    const methodId = inForm ? null : customer.money.defaultMethodId
    const { id } = beginPayment(customer, invoice, methodId, 'purchase')
    return { paymentId: id }
  }
  activate(catalog, customer, subscription, invoice !== null, now)
  if (invoice?.status === 'open') {
    const line = { lineAmount: invoice.total, currency: 'usd', invoiceId: invoice.id }
    return { answer: ok({ kind: 'invoice_added', ...line, subscriptionId, grantId: null }) }
  }
  const answer = { subscriptionId, invoiceId: invoice?.id ?? null, trialEndsAt: null }
  return { answer: ok({ kind: 'created_no_charge', ...answer }) }
}

/**
 * Starts a scheduled subscription like a renewal: it is active immediately and its invoice is
 * collected afterwards, because the customer is not present. A trial that needs a card waits for
 * one.
 */
export function start(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  if (contract.trialDays !== null) {
    if (!planOf(catalog, subscription).trial?.requiresPaymentMethod || !lacksCard(customer)) {
      beginTrial(catalog, customer, subscription, at, now)
      return
    }
    const incompleteUntil = new Date(now.getTime() + WAITS_MS)
    Object.assign(contract, { startsAt: null, incompleteUntil })
    emitSubscriptionMessage(catalog, customer, 'updated', subscription)
    return
  }
  const invoice = issueFirst(catalog, customer, subscription, at, now)
  subscription.invoicedThrough = at
  activate(catalog, customer, subscription, invoice !== null, now)
}

/** Grants access and the first credits. */
export function activate(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  isBilled: boolean,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const { periodStart, periodEnd } = contract
  if (isBilled) countBill(subscription)
  setStatus(customer, subscription, 'active')
  contract.incompleteUntil = null
  contract.startsAt = null
  const period = { start: periodStart ?? now, end: periodEnd }
  giveCredits(catalog, customer, subscription, period, now, true)
  emitSubscriptionMessage(catalog, customer, 'activated', subscription)
}

/**
 * Extends the deadline of a partly paid subscription. Returns the reason if that is not allowed.
 */
export function extendDeadline(
  customer: Customer,
  subscription: Subscription,
  now: Date,
): string | null {
  const contract = contractOf(subscription)
  const { status, incompleteUntil } = contract
  if (status !== 'incomplete' || !incompleteUntil || incompleteUntil > now) {
    return 'the deadline has not passed'
  }
  if (isUnderWay(customer, subscription.id)) return 'a payment is in progress'
  if (!isPartlyPaid(customer, subscription.id)) return 'the invoice is not partly paid'
  contract.incompleteUntil = new Date(now.getTime() + WAITS_MS)
  return null
}
