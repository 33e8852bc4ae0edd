import { type Catalog, type Plan, planOf } from '../catalog.ts'
import {
  accrualMapKey,
  advanceLines,
  issue,
  periodFrom,
  recurringLines,
  seatsOf,
  unbilledUsage,
} from '../invoicing/bill.ts'
import { countBill, discountOn, dropUsedUp, nextDiscount } from '../invoicing/coupons.ts'
import { beginPayment, voidInvoice } from '../invoicing/invoices.ts'
import { WHOLE } from '../invoicing/prices.ts'
import { type Answer, ok, refused } from '../operation.ts'
import type { Period } from '../periods.ts'
import type { Customer, Subscription } from '../state.ts'
import { lateLines } from './arrears.ts'
import type { Contract, Invoice, Seats, WaitingChange } from './billing.ts'
import { changeCredits, quoteCredits } from './changeCredits.ts'
import {
  type Change,
  computeChangeLines,
  isOfPlan,
  NO_LINES,
  type PreviewBasis,
  withheldLine,
} from './changeLines.ts'
import { itemsOf } from './items.ts'
import { nextDrip } from './periodCredits.ts'
import { contractOf, emitSubscriptionMessage, subscriptionOf } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'

export interface ChangeRequest {
  readonly planId: string
  readonly quantities?: Seats
  readonly when?: 'now' | 'period_end'
  /** The customer pays in a checkout form, even with a card on file. */
  readonly inForm?: true
}

/**
 * Changes plan or seats. If a card payment is due, only starts that payment. With a preview, uses
 * the amounts of the preview.
 */
export function change(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  request: ChangeRequest,
  now: Date,
  basis?: PreviewBasis,
): { answer: Answer } | { paymentId: string } {
  const contract = contractOf(subscription)
  const refusal = refusalOf(contract, now)
  if (refusal) return { answer: refused(refusal) }
  const from = planOf(catalog, subscription)
  // A change of seats keeps the plan version.
  const isSamePlan = request.planId === subscription.planId
  const to = isSamePlan ? from : planOf(catalog, { planId: request.planId })
  if (to.productId !== from.productId) return { answer: refused('invalid_state') }
  const quantities = seatsOf(to, { ...contract.quantities, ...request.quantities })
  const timing = timingOf(contract, from, to, quantities, request.when)
  const isOther = !isSameCycle(from, to)
  if (isOther && !fitsItems(catalog, customer, subscription, timing)) {
    return { answer: refused('invalid_state') }
  }
  if (contract.cancelAt !== null && (isOther || timing === 'period_end')) {
    return { answer: refused('invalid_state') }
  }
  const references = { subscriptionId: subscription.id, invoiceId: null }
  if (from === to && isSameSeats(quantities, contract.quantities)) {
    const hadPendingChange = contract.pendingChange !== null
    contract.pendingChange = null
    if (hadPendingChange) emitSubscriptionMessage(catalog, customer, 'updated', subscription)
    const reason = hadPendingChange
      ? 'The scheduled change was canceled.'
      : 'The subscription already has this plan and these seats.'
    return { answer: ok({ kind: 'no_action', reason, ...references }) }
  }
  if (timing === 'period_end') {
    contract.pendingChange = { planId: to.id, planVersion: to.version, quantities }
    emitSubscriptionMessage(catalog, customer, 'updated', subscription)
    const effectiveAt = contract.periodEnd?.toISOString()
    const answer = { kind: 'deferred', subscriptionId: subscription.id, effectiveAt }
    return { answer: ok(answer) }
  }
  const { inForm } = request
  const terms = { from, to, quantities, ...(inForm && { inForm }) }
  return changeNow(catalog, customer, subscription, terms, now, { basis })
}

/** Checks that the new interval has a billing period for every add-on. */
const fitsItems = (
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  timing: 'now' | 'period_end',
): boolean =>
  itemsOf(customer, subscription).every(
    (item) =>
      planOf(catalog, item).interval === 'none' ||
      (timing === 'period_end' && item.contract?.cancelAt != null),
  )

/** The reason why the subscription cannot be changed in its current state. */
export function refusalOf({ status, waiting, periodEnd }: Contract, now: Date) {
  if (status === 'canceled' || status === 'incomplete_expired') return 'subscription_ended'
  if (status !== 'active' && status !== 'trialing') return 'invalid_state'
  if (waiting) return 'invalid_state'
  return periodEnd !== null && periodEnd <= now ? 'unavailable' : null
}

export const isSameSeats = (a: Seats, b: Seats): boolean =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())

/** Upgrades apply immediately. Downgrades apply at the end of the period. */
export function timingOf(
  { periodEnd, quantities: present }: Contract,
  from: Plan,
  to: Plan,
  quantities: Seats,
  when: ChangeRequest['when'],
): 'now' | 'period_end' {
  if (periodEnd === null) return 'now'
  if (when) return when
  return yearlyPrice(to, quantities) < yearlyPrice(from, present) ? 'period_end' : 'now'
}

const PER_YEAR: Partial<Record<Plan['interval'], number>> = { month: 12, year: 1 }

export function yearlyPrice(plan: Plan, quantities: Seats): number {
  const period = { start: EPOCH, end: EPOCH }
  const lines = plan.charges.flatMap((charge) =>
    recurringLines(charge, { id: '' }, quantities, period, WHOLE),
  )
  return lines.reduce((sum, { amount }) => sum + amount, 0) * (PER_YEAR[plan.interval] ?? 0)
}

const EPOCH = new Date(0)

/** Applies a change immediately, or once it is paid if the customer is present and pays by card. */
export function changeNow(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  { from, to, quantities, inForm }: Change,
  now: Date,
  { basis, isAttended = true }: { basis?: PreviewBasis | undefined; isAttended?: boolean } = {},
): { answer: Answer } | { paymentId: string } {
  const at = basis?.at ?? now
  const contract = contractOf(subscription)
  const { status, periodStart, periodEnd, trialEndsAt } = contract
  const isTrial = status === 'trialing'
  const staysInPeriod = isTrial || isSameCycle(from, to)
  const anchor = staysInPeriod ? subscription.billingAnchor : at
  const period: Period = staysInPeriod
    ? { start: periodStart ?? subscription.billingAnchor, end: periodEnd }
    : periodFrom(to, at, at, customer.timezone).period
  const terms = {
    planId: to.id,
    planVersion: to.version,
    quantities,
    at,
    anchor,
    periodStart: period.start,
    periodEnd: period.end,
  }
  const lines = isTrial
    ? NO_LINES
    : computeChangeLines(customer, subscription, { from, to, quantities }, period, at, basis)
  const givenBack = -lines.refundLines.reduce((total, { amount }) => total + amount, 0)
  const { withheld } = quoteCredits(customer, subscription, from, to, terms, givenBack, now)
  const waiting = {
    ...terms,
    invoiceId: '',
    usage: lines.usage,
    givenBack,
    withheld,
  }
  const invoice = isTrial
    ? null
    : issue(
        catalog,
        customer,
        [
          ...lines.refundLines,
          ...withheldLine(subscription, withheld),
          ...lines.charges,
          ...lines.usageLines,
        ],
        {
          subscriptionId: subscription.id,
          off: discountOn(
            isSameCycle(from, to) ? contract.discount : nextDiscount(contract),
            lines.share,
          ),
          reason: 'change',
          cycleStart: null,
          periodStart: at,
          periodEnd: period.end,
        },
        now,
      )
  const subscriptionId = subscription.id
  const isByCard = customer.collectionMethod === 'charge_automatically'
  if (invoice?.status === 'open' && isByCard && isAttended) {
    contract.waiting = { ...waiting, invoiceId: invoice.id }
    const methodId = inForm ? null : customer.money.defaultMethodId
    return { paymentId: beginPayment(customer, invoice, methodId, 'purchase').id }
  }
  applyChange(catalog, customer, subscription, waiting, now)
  const invoiceId = invoice?.id ?? null
  if (invoice?.status === 'open') {
    const line = { lineAmount: invoice.total, currency: 'usd', invoiceId }
    return { answer: ok({ kind: 'invoice_added', ...line, subscriptionId, grantId: null }) }
  }
  const answer = { subscriptionId, invoiceId, trialEndsAt: trialEndsAt?.toISOString() ?? null }
  return { answer: ok({ kind: 'created_no_charge', ...answer }) }
}

/** Drops a change whose invoice will not be paid. */
export function abandonChange(customer: Customer, invoice: Invoice, now: Date): void {
  const contract = subscriptionOf(customer, invoice)?.contract
  if (contract?.waiting?.invoiceId !== invoice.id) return
  contract.waiting = null
  if (invoice.status === 'open') voidInvoice(customer, invoice, now)
}

/** Applies a change as it was quoted. Usage since the quote goes on the next invoice. */
export function applyChange(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  terms: WaitingChange,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const from = planOf(catalog, subscription)
  const to = planOf(catalog, terms)
  const credits = changeCredits(customer, subscription, from, to, terms, terms.givenBack, now)
  const later: number[] = [credits.withheld - terms.withheld]
  if (from !== to && contract.status !== 'trialing') {
    later.push(...markUsageBilled(customer, subscription, from, terms))
    subscription.invoicedThrough = terms.at
  }
  for (const amount of later.filter((each) => each !== 0)) {
    customer.billing.pending.push({
      amount,
      type: 'proration',
      subscriptionId: subscription.id,
      createdAt: now,
      invoiceId: null,
    })
  }
  if (contract.status !== 'trialing' && !isSameCycle(from, to)) countPeriod(subscription, to, terms)
  subscription.planId = to.id
  subscription.planVersion = to.version
  subscription.billingAnchor = terms.anchor
  Object.assign(contract, {
    quantities: terms.quantities,
    periodStart: terms.periodStart,
    periodEnd: terms.periodEnd,
    pendingChange: null,
    owed: credits.owed,
    nextDripAt: nextDrip(to, subscription, now, customer.timezone),
  })
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
}

/** Counts the new period for the coupon, if the change started and billed one. */
export function countPeriod(subscription: Subscription, to: Plan, terms: WaitingChange): void {
  const period = { start: terms.periodStart, end: terms.periodEnd }
  const charges = advanceLines(to, subscription, terms.quantities, period, WHOLE)
  if (charges.every(({ amount }) => amount === 0)) return
  if (nextDiscount(contractOf(subscription))) countBill(subscription)
  else dropUsedUp(subscription)
}

/** Marks usage of the former plan as billed. Returns the lines that no invoice has. */
function markUsageBilled(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  { usage: quoted }: WaitingChange,
): number[] {
  const unbilled = unbilledUsage(customer, subscription, null).filter(isOfPlan(from))
  // Usage that was billed with the change may have been reversed below the earlier billed value.
  const takenBack = [...customer.accruals.values()].filter(
    (accrual) =>
      !unbilled.includes(accrual) && quoted.some(({ name }) => name === accrualMapKey(accrual)),
  )
  const usage = [...unbilled, ...takenBack]
  const billedUsage = usage.map((accrual) => {
    const name = accrualMapKey(accrual)
    return {
      ...accrual,
      billed: quoted.find((each) => each.name === name)?.quantity ?? accrual.billed,
    }
  })
  for (const accrual of usage) accrual.billed = accrual.value
  return lateLines(customer, from, billedUsage).map(({ amount }) => amount)
}
