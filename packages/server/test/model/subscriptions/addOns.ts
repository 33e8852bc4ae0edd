import type { ErrorCode } from '@purser/contract'
import { isZero, minAmount, subtract, sum } from '../../../src/kernel/amount.ts'
import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { firstLines, issue, seatsOf } from '../invoicing/bill.ts'
import { discountOn } from '../invoicing/coupons.ts'
import { beginPayment } from '../invoicing/invoices.ts'
import { WHOLE } from '../invoicing/prices.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId, type Subscription } from '../state.ts'
import { closeUsage } from './arrears.ts'
import { HAS_ENDED, type Invoice, type Seats, type WaitingChange } from './billing.ts'
import {
  giveShares,
  grantsOfPlan,
  priceDeficit,
  rulePeriods,
  shareOfCredits,
  takeCredits,
} from './changeCredits.ts'
import { shareLeft } from './changeLines.ts'
import { applyChange, refusalOf } from './changes.ts'
import { newContract } from './creation.ts'
import { itemsOf } from './items.ts'
import { nextDrip } from './periodCredits.ts'
import { contractOf, emitSubscriptionMessage } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'
import { unusedLines } from './unusedTime.ts'

const NO_PERIOD = new Date(0)

/** Checks whether an add-on can be billed together with a plan. */
const fits = (addOn: Plan, base: Plan): boolean =>
  addOn.interval === 'none' || isSameCycle(addOn, base)

/**
 * Adds an add-on for the rest of the period. If a card payment is due, only starts that payment.
 */
export function addItem(
  catalog: Catalog,
  customer: Customer,
  parent: Subscription,
  request: { readonly planId: string; readonly quantities?: Seats },
  now: Date,
): { answer: Answer } | { paymentId: string } {
  const contract = contractOf(parent)
  const refusal = refusalOf(contract, now)
  if (refusal) return { answer: refused(refusal) }
  const plan = planOf(catalog, { planId: request.planId })
  const base = planOf(catalog, parent)
  if (plan.productId !== base.productId) return { answer: refused('invalid_state') }
  const { pendingChange } = contract
  const bases = [base, ...(pendingChange ? [planOf(catalog, pendingChange)] : [])]
  if (!bases.every((each) => fits(plan, each))) return { answer: refused('invalid_state') }
  if (itemsOf(customer, parent).some(({ planId }) => planId === plan.id)) {
    return { answer: refused('already_exists') }
  }
  const terms: WaitingChange = {
    invoiceId: '',
    itemId: nextId(customer, 'subscription'),
    planId: plan.id,
    planVersion: plan.version,
    quantities: seatsOf(plan, request.quantities),
    at: now,
    anchor: parent.billingAnchor,
    periodStart: contract.periodStart ?? NO_PERIOD,
    periodEnd: contract.periodEnd,
    usage: [],
    givenBack: 0,
    withheld: 0,
  }
  const invoice =
    contract.status === 'trialing'
      ? null
      : issueItem(catalog, customer, parent, base, plan, terms, now)
  const subscriptionId = parent.id
  if (invoice?.status === 'open' && customer.collectionMethod === 'charge_automatically') {
    contract.waiting = { ...terms, invoiceId: invoice.id }
    const { defaultMethodId } = customer.money
    return { paymentId: beginPayment(customer, invoice, defaultMethodId, 'purchase').id }
  }
  applyItem(catalog, customer, parent, terms, now)
  const invoiceId = invoice?.id ?? null
  if (invoice?.status === 'open') {
    const line = { lineAmount: invoice.total, currency: 'usd', invoiceId }
    return { answer: ok({ kind: 'invoice_added', ...line, subscriptionId, grantId: null }) }
  }
  const trialEndsAt = contract.trialEndsAt?.toISOString() ?? null
  return { answer: ok({ kind: 'created_no_charge', subscriptionId, invoiceId, trialEndsAt }) }
}

/** Bills an add-on for the rest of the period. */
function issueItem(
  catalog: Catalog,
  customer: Customer,
  parent: Subscription,
  base: Plan,
  plan: Plan,
  { itemId = '', quantities, periodStart, periodEnd }: WaitingChange,
  now: Date,
): Invoice | null {
  const period = { start: periodStart, end: periodEnd }
  const share = shareLeft(base, parent, period, customer, now)
  const rest = { start: now, end: periodEnd }
  const { discount } = contractOf(parent)
  return issue(
    catalog,
    customer,
    firstLines(plan, { id: itemId }, quantities, rest, share),
    {
      subscriptionId: parent.id,
      // A fixed-amount coupon was already applied to the bill of the period.
      off: discount?.coupon.percentOff == null ? null : discountOn(discount, WHOLE),
      reason: 'change',
      cycleStart: null,
      periodStart: now,
      periodEnd,
    },
    now,
  )
}

/** Activates an add-on and grants its credits for the rest of the period. */
function applyItem(
  catalog: Catalog,
  customer: Customer,
  parent: Subscription,
  terms: WaitingChange,
  now: Date,
): void {
  const { itemId = '', quantities, at, anchor, periodStart, periodEnd } = terms
  const plan = planOf(catalog, terms)
  const { status, collectionMethod, trialEndsAt } = contractOf(parent)
  const item: Subscription = {
    id: itemId,
    planId: plan.id,
    planVersion: plan.version,
    billingAnchor: anchor,
    givesAccess: parent.givesAccess,
    invoicedThrough: parent.invoicedThrough,
    contract: newContract({
      createdAt: at,
      parentId: parent.id,
      collectionMethod,
      quantities,
      status,
      trialEndsAt,
      periodStart,
      periodEnd,
    }),
  }
  contractOf(item).nextDripAt = nextDrip(plan, item, now, customer.timezone)
  customer.subscriptions.push(item)
  const ownPeriod = { start: periodStart, end: periodEnd }
  const shares = rulePeriods(plan, anchor, ownPeriod, at, customer.timezone).map((term) => ({
    term,
    amount: shareOfCredits(term, at),
  }))
  giveShares(customer, item, shares, ({ key }) => key, now)
  emitSubscriptionMessage(catalog, customer, 'updated', parent)
}

/** Applies a paid add-on or a paid change of the subscription. */
export function applyWaiting(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  invoice: Invoice,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const { waiting } = contract
  if (waiting?.invoiceId !== invoice.id) return
  contract.waiting = null
  const apply = waiting.itemId === undefined ? applyChange : applyItem
  apply(catalog, customer, subscription, waiting, now)
}

/** Ends an add-on immediately or at the end of the period. */
export function removeItem(
  catalog: Catalog,
  customer: Customer,
  parent: Subscription,
  item: Subscription,
  when: 'now' | 'period_end',
  now: Date,
): ErrorCode | null {
  const { status, periodEnd } = contractOf(parent)
  if (HAS_ENDED.includes(contractOf(item).status)) return 'not_found'
  if (when === 'period_end') {
    contractOf(item).cancelAt = periodEnd
  } else {
    if (status !== 'active' && status !== 'trialing') return 'invalid_state'
    endItem(catalog, customer, item, status === 'trialing', now)
  }
  emitSubscriptionMessage(catalog, customer, 'updated', parent)
  return null
}

/**
 * Ends an add-on. The next invoice refunds the unused time, minus the value of used credits, and
 * bills the usage.
 */
function endItem(
  catalog: Catalog,
  customer: Customer,
  item: Subscription,
  isTrial: boolean,
  now: Date,
): void {
  const plan = planOf(catalog, item)
  const contract = contractOf(item)
  const refundLines = unusedLines(customer, item, now)
  const givenBack = -refundLines.reduce((total, { amount }) => total + amount, 0)
  const withheld = takeUnusedCredits(customer, item, plan, givenBack, now)
  const usageLines = isTrial ? [] : closeUsage(catalog, customer, item, now)
  const amounts = [...refundLines, { amount: withheld }, ...usageLines].map(({ amount }) => amount)
  for (const amount of amounts.filter((each) => each !== 0)) {
    customer.billing.pending.push({
      amount,
      type: 'proration',
      subscriptionId: item.id,
      createdAt: now,
      invoiceId: null,
    })
  }
  Object.assign(contract, { status: 'canceled', canceledAt: now, nextDripAt: null })
  item.givesAccess = false
}

/** Takes back the credits for the rest of the period. Returns the value of those already used. */
function takeUnusedCredits(
  customer: Customer,
  item: Subscription,
  plan: Plan,
  givenBack: number,
  now: Date,
): number {
  const { periodStart, periodEnd } = contractOf(item)
  const ownPeriod = { start: periodStart ?? item.billingAnchor, end: periodEnd }
  const before = rulePeriods(plan, item.billingAnchor, ownPeriod, now, customer.timezone)
  const creditCurrencyId = before[0]?.rule.creditCurrencyId
  if (creditCurrencyId === undefined) return 0
  const fromKey = before.map(({ key }) => key).toSorted()[0] ?? ''
  const grants = grantsOfPlan(customer, item, creditCurrencyId, fromKey, now)
  const unearned = sum(before.map((term) => shareOfCredits(term, now)))
  const voided = minAmount(sum(grants.map(({ remaining }) => remaining)), unearned)
  takeCredits(customer, creditCurrencyId, grants, voided, now)
  const shortfall = subtract(unearned, voided)
  return isZero(shortfall) ? 0 : priceDeficit(shortfall, unearned, givenBack).withheld
}
