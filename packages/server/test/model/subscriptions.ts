import { advanceLines, closeUsage, issue, periodFrom, type Share, seatsOf } from './bill.ts'
import { type Contract, GIVES_ACCESS, HAS_ENDED, type Seats } from './billing.ts'
import { type Catalog, planOf } from './catalog.ts'
import { beginPayment, isUnderWay, voidInvoice } from './invoices.ts'
import { type Answer, ok, refused } from './operation.ts'
import { giveCredits } from './periodCredits.ts'
import { billingPeriodAt, type Period } from './periods.ts'
import { contractOf, tellOfSubscription } from './renderBilling.ts'
import { type Customer, nextId, type Subscription } from './state.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long a subscription waits for its first payment. */
const WAITS_MS = 23 * HOUR_MS

export function setStatus(subscription: Subscription, status: Contract['status']): void {
  contractOf(subscription).status = status
  subscription.givesAccess = GIVES_ACCESS.includes(status)
}

// --- creation ---

/** Subscribes a customer: all of it where nothing has to be paid now, or the part before that. */
export function subscribe(
  catalog: Catalog,
  customer: Customer,
  request: { readonly planId: string; readonly quantities?: Seats },
  now: Date,
): { answer: Answer } | { paymentId: string } {
  const plan = planOf(catalog, request.planId)
  const known = baseOf(catalog, customer, plan.productId)
  if (known) {
    const isWaiting = contractOf(known).status === 'incomplete'
    if (!isWaiting || isUnderWay(customer, known.id)) {
      return { answer: refused('already_subscribed') }
    }
    endIncomplete(catalog, customer, known, 'incomplete_expired', now)
  }
  const { timezone, collectionMethod } = customer
  const trialDays = plan.trial?.days ?? null
  const trialEndsAt = trialDays === null ? null : daysAfter(now, trialDays, timezone)
  const anchor = trialEndsAt ?? now
  const { period, share } = periodFrom(plan, anchor, anchor, timezone)
  const subscription: Subscription = {
    id: nextId(customer, 'subscription'),
    planId: plan.id,
    billingAnchor: anchor,
    givesAccess: false,
    invoicedThrough: null,
    contract: {
      createdAt: now,
      trialDays,
      collectionMethod,
      status: 'incomplete',
      quantities: seatsOf(plan, request.quantities),
      periodStart: trialDays === null ? period.start : null,
      periodEnd: trialDays === null ? period.end : null,
      trialEndsAt: null,
      trialToldAt: null,
      incompleteUntil: new Date(now.getTime() + WAITS_MS),
      cancelAt: null,
      canceledAt: null,
      pausedAt: null,
      pendingChange: null,
      nextDripAt: null,
      waiting: null,
      owed: {},
    },
  }
  customer.subscriptions.push(subscription)
  tellOfSubscription(catalog, customer, 'created', subscription)
  const subscriptionId = subscription.id
  if (trialEndsAt !== null) {
    beginTrial(catalog, customer, subscription, trialEndsAt, now)
    const answer = { subscriptionId, invoiceId: null, trialEndsAt: trialEndsAt.toISOString() }
    return { answer: ok({ kind: 'created_no_charge', ...answer }) }
  }
  return begin(catalog, customer, subscription, period, share, now)
}

/** The one of a product that has not ended. */
const baseOf = (catalog: Catalog, customer: Customer, productId: string) =>
  customer.subscriptions.find(
    ({ planId, contract }) =>
      contract !== null &&
      !HAS_ENDED.includes(contract.status) &&
      planOf(catalog, planId).productId === productId,
  )

const daysAfter = (start: Date, days: number, timezone: string): Date =>
  billingPeriodAt({ interval: 'day', intervalCount: days }, start, start, timezone).end ?? start

function beginTrial(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  trialEndsAt: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  setStatus(subscription, 'trialing')
  const period = { start: now, end: trialEndsAt }
  Object.assign(contract, {
    periodStart: now,
    periodEnd: trialEndsAt,
    trialEndsAt,
    trialDays: null,
    incompleteUntil: null,
  })
  giveCredits(catalog, customer, subscription, period, now, true)
  tellOfSubscription(catalog, customer, 'activated', subscription)
}

/** The first period is billed; what is owed at once must be paid before it begins. */
function begin(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  period: Period,
  share: Share,
  now: Date,
): { answer: Answer } | { paymentId: string } {
  const plan = planOf(catalog, subscription.planId)
  const { quantities } = contractOf(subscription)
  const subscriptionId = subscription.id
  const invoice = issue(
    customer,
    advanceLines(plan, subscription, quantities, period, share),
    {
      subscriptionId,
      reason: 'start',
      cycleStart: period.start,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  if (invoice?.status === 'open' && customer.collectionMethod === 'charge_automatically') {
    const { defaultMethodId } = customer.money
    const { id } = beginPayment(customer, invoice, defaultMethodId, 'purchase')
    return { paymentId: id }
  }
  activate(catalog, customer, subscription, now)
  if (invoice?.status === 'open') {
    const line = { lineAmount: invoice.total, currency: 'usd', invoiceId: invoice.id }
    return { answer: ok({ kind: 'invoice_added', ...line, subscriptionId, grantId: null }) }
  }
  const answer = { subscriptionId, invoiceId: invoice?.id ?? null, trialEndsAt: null }
  return { answer: ok({ kind: 'created_no_charge', ...answer }) }
}

/** Access and credits begin. */
export function activate(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const { periodStart, periodEnd } = contract
  setStatus(subscription, 'active')
  contract.incompleteUntil = null
  const period = { start: periodStart ?? now, end: periodEnd }
  giveCredits(catalog, customer, subscription, period, now, true)
  tellOfSubscription(catalog, customer, 'activated', subscription)
}

// --- endings ---

/** Ends one that never began: its invoice was never owed. */
export function endIncomplete(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  status: 'canceled' | 'incomplete_expired',
  now: Date,
): void {
  const open = customer.billing.invoices.filter(
    (invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open',
  )
  for (const invoice of open) voidInvoice(customer, invoice)
  setStatus(subscription, status)
  contractOf(subscription).canceledAt = now
  tellOfSubscription(catalog, customer, 'canceled', subscription)
}

/** What was used is billed; what was paid in advance is not given back. */
export function end(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const used = closeUsage(catalog, customer, subscription, contract.pausedAt ?? at)
  if (contract.status !== 'trialing') {
    const { periodStart } = contract
    const terms = { reason: 'end' as const, cycleStart: null, periodStart, periodEnd: at }
    const takesPending = used.some(({ amount }) => amount !== 0)
    issue(customer, used, { subscriptionId: subscription.id, ...terms }, now, takesPending)
  }
  close(catalog, customer, subscription, at)
}

/** The same without a last bill. */
export function close(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
): void {
  setStatus(subscription, 'canceled')
  Object.assign(contractOf(subscription), { canceledAt: at, pendingChange: null, nextDripAt: null })
  tellOfSubscription(catalog, customer, 'canceled', subscription)
}

/** Asks for the end of a subscription; null when its payment has to be ended first. */
export function cancel(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  when: 'now' | 'period_end',
  now: Date,
): 'subscription_ended' | 'done' | null {
  const contract = contractOf(subscription)
  if (HAS_ENDED.includes(contract.status)) return 'subscription_ended'
  if (contract.status === 'incomplete') {
    if (isUnderWay(customer, subscription.id)) {
      contract.incompleteUntil = now
      return null
    }
    endIncomplete(catalog, customer, subscription, 'canceled', now)
    return 'done'
  }
  const { periodEnd } = contract
  const isLater = when === 'period_end' && periodEnd !== null && periodEnd > now
  if (!isLater) {
    if (contract.waiting) return null
    end(catalog, customer, subscription, now, now)
    return 'done'
  }
  contract.cancelAt = periodEnd
  contract.pendingChange = null
  tellOfSubscription(catalog, customer, 'updated', subscription)
  return 'done'
}

/** Takes back a cancellation that has not come into force. */
export function resume(catalog: Catalog, customer: Customer, subscription: Subscription): boolean {
  const contract = contractOf(subscription)
  if (HAS_ENDED.includes(contract.status) || contract.cancelAt === null) return false
  contract.cancelAt = null
  tellOfSubscription(catalog, customer, 'updated', subscription)
  return true
}
