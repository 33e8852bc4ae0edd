import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { firstLines, issue, periodFrom, seatsOf } from '../invoicing/bill.ts'
import { countBill, couponFor, offOf, redeem } from '../invoicing/coupons.ts'
import { beginPayment, isPartlyPaid, isUnderWay } from '../invoicing/invoices.ts'
import { type Share, WHOLE } from '../invoicing/prices.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import { type Customer, nextId, type Subscription } from '../state.ts'
import { type Contract, HAS_ENDED, type Seats } from './billing.ts'
import { giveCredits } from './periodCredits.ts'
import { contractOf, tellOfSubscription } from './renderBilling.ts'
import { endIncomplete, setStatus } from './subscriptions.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long a subscription waits for its first payment. */
const WAITS_MS = 23 * HOUR_MS
/** How long a checkout is open. */
export const CHECKOUT_MS = 24 * HOUR_MS

export interface SubscribeRequest {
  readonly planId: string
  readonly quantities?: Seats
  readonly startsAt?: Date
  readonly billingAnchor?: Date
  readonly trialDays?: number
  readonly couponCode?: string
  /** Paid in the form of a checkout, whatever is on file. */
  readonly inForm?: true
}

/** What a subscription begins with, whatever it still waits for. */
export const newContract = (
  given: Pick<Contract, 'createdAt' | 'collectionMethod' | 'quantities'> & Partial<Contract>,
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
  revisedAt: given.createdAt,
  owed: {},
  ...given,
})

/** Subscribes a customer: all of it where nothing has to be paid now, or the part before that. */
export function subscribe(
  catalog: Catalog,
  customer: Customer,
  request: SubscribeRequest,
  now: Date,
): { answer: Answer } | { paymentId: string } | { setupFor: string } {
  const plan = planOf(catalog, { planId: request.planId })
  const start = request.startsAt ?? now
  const known = baseOf(catalog, customer, plan.productId)
  if (known) {
    const { status, startsAt } = contractOf(known)
    const isWaiting = status === 'incomplete' && startsAt === null
    if (!isWaiting || isUnderWay(customer, known.id) || isPartlyPaid(customer, known.id)) {
      return { answer: refused('already_subscribed') }
    }
  }
  const { couponCode } = request
  const coupon =
    couponCode === undefined ? null : couponFor(catalog, customer, couponCode, known ?? null, now)
  if (typeof coupon === 'string') return { answer: refused(coupon) }
  if (start < now) return { answer: refused('invalid_request') }
  if (known) endIncomplete(catalog, customer, known, 'incomplete_expired', now)
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
  tellOfSubscription(catalog, customer, 'created', subscription)
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

/** The one of a product that has not ended. */
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

/** A trial that waited for a card begins with it; says why not when it cannot have. */
export function beginWithCard(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): string | null {
  const { status, startsAt, trialDays } = contractOf(subscription)
  if (status !== 'incomplete' || startsAt !== null || trialDays === null) {
    return 'it does not wait for a card'
  }
  if (lacksCard(customer)) return 'there is no card'
  beginTrial(catalog, customer, subscription, now, now)
  return null
}

/** The first period: from its start to the next boundary, and how much of a whole one that is. */
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
  tellOfSubscription(catalog, customer, 'activated', subscription)
}

/** Bills the first period. */
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
      off: offOf(discount, WHOLE),
      reason: 'start',
      cycleStart: period.start,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
}

/** The first period is billed; what is owed at once must be paid before it begins. */
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
 * What was to begin later begins like a renewal: nobody is there, so it is collected afterwards. Only
 * a trial that needs a card waits for one.
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
    tellOfSubscription(catalog, customer, 'updated', subscription)
    return
  }
  const invoice = issueFirst(catalog, customer, subscription, at, now)
  subscription.invoicedThrough = at
  activate(catalog, customer, subscription, invoice !== null, now)
}

/** Access and credits begin. */
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
  tellOfSubscription(catalog, customer, 'activated', subscription)
}

/** One of which a part is paid goes on waiting for the rest. */
export function waitOn(customer: Customer, subscription: Subscription, now: Date): string | null {
  const contract = contractOf(subscription)
  const { status, incompleteUntil } = contract
  if (status !== 'incomplete' || !incompleteUntil || incompleteUntil > now) {
    return 'it has not waited too long'
  }
  if (isUnderWay(customer, subscription.id)) return 'it is being paid'
  if (!isPartlyPaid(customer, subscription.id)) return 'nothing of it is paid'
  contract.incompleteUntil = new Date(now.getTime() + WAITS_MS)
  return null
}
