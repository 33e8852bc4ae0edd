import { parseAmount } from '../../src/kernel/amount.ts'
import {
  accrualName,
  advanceLines,
  inMinorUnits,
  issue,
  periodFrom,
  priceOf,
  seatsOf,
  unbilledUsage,
  usageLines,
  WHOLE,
} from './bill.ts'
import type { Contract, Invoice, Line, Seats, WaitingChange } from './billing.ts'
import { type Catalog, type Plan, planOf } from './catalog.ts'
import { changeCredits, quoteCredits } from './changeCredits.ts'
import { beginPayment, voidInvoice } from './invoices.ts'
import { type Answer, ok, refused } from './operation.ts'
import { nextDrip } from './periodCredits.ts'
import { billingPeriodAt, type Period } from './periods.ts'
import { contractOf, subscriptionOf, tellOfSubscription } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'
import type { Customer, Subscription } from './state.ts'
import { unusedLines } from './unusedTime.ts'

export interface ChangeRequest {
  readonly planId: string
  readonly quantities?: Seats
  readonly when?: 'now' | 'period_end'
}

/** Changes plan or seats, or begins to where money is due by card. */
export function change(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  request: ChangeRequest,
  now: Date,
): { answer: Answer } | { paymentId: string } {
  const contract = contractOf(subscription)
  const refusal = refusalOf(contract, now)
  if (refusal) return { answer: refused(refusal) }
  const from = planOf(catalog, subscription.planId)
  const to = planOf(catalog, request.planId)
  if (to.productId !== from.productId) return { answer: refused('invalid_state') }
  const quantities = seatsOf(to, { ...contract.quantities, ...request.quantities })
  const timing = timingOf(contract, from, to, quantities, request.when)
  const isOther = !isSameCycle(from, to)
  if (contract.cancelAt !== null && (isOther || timing === 'period_end')) {
    return { answer: refused('invalid_state') }
  }
  const named = { subscriptionId: subscription.id, invoiceId: null }
  if (from === to && isSameSeats(quantities, contract.quantities)) {
    const had = contract.pendingChange !== null
    contract.pendingChange = null
    if (had) tellOfSubscription(catalog, customer, 'updated', subscription)
    const reason = had
      ? 'The change at the end of the period is taken back.'
      : 'The subscription has this plan and these seats already.'
    return { answer: ok({ kind: 'no_action', reason, ...named }) }
  }
  if (timing === 'period_end') {
    contract.pendingChange = { planId: to.id, quantities }
    tellOfSubscription(catalog, customer, 'updated', subscription)
    const effectiveAt = contract.periodEnd?.toISOString()
    const answer = { kind: 'deferred', subscriptionId: subscription.id, effectiveAt }
    return { answer: ok(answer) }
  }
  return changeNow(catalog, customer, subscription, { from, to, quantities }, now)
}

function refusalOf({ status, waiting, periodEnd }: Contract, now: Date) {
  if (status === 'canceled' || status === 'incomplete_expired') return 'subscription_ended'
  if (status !== 'active' && status !== 'trialing') return 'invalid_state'
  if (waiting) return 'invalid_state'
  return periodEnd !== null && periodEnd <= now ? 'unavailable' : null
}

const isSameSeats = (a: Seats, b: Seats): boolean =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())

/** What is dearer over the same time comes at once; what is cheaper, when the period is over. */
function timingOf(
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

function yearlyPrice(plan: Plan, quantities: Seats): number {
  const lines = advanceLines(plan, { id: '' }, quantities, { start: EPOCH, end: EPOCH }, WHOLE)
  return lines.reduce((sum, { amount }) => sum + amount, 0) * (PER_YEAR[plan.interval] ?? 0)
}

const EPOCH = new Date(0)

interface Change {
  readonly from: Plan
  readonly to: Plan
  readonly quantities: Seats
}

function changeNow(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  { from, to, quantities }: Change,
  now: Date,
): { answer: Answer } | { paymentId: string } {
  const contract = contractOf(subscription)
  const { status, periodStart, periodEnd, trialEndsAt } = contract
  const isTrial = status === 'trialing'
  const staysInPeriod = isTrial || isSameCycle(from, to)
  const anchor = staysInPeriod ? subscription.billingAnchor : now
  const period: Period = staysInPeriod
    ? { start: periodStart ?? subscription.billingAnchor, end: periodEnd }
    : periodFrom(to, now, now, customer.timezone).period
  const terms = {
    planId: to.id,
    quantities,
    at: now,
    anchor,
    periodStart: period.start,
    periodEnd: period.end,
  }
  const lines = isTrial
    ? NO_LINES
    : linesOf(customer, subscription, { from, to, quantities }, period, now)
  const givenBack = -lines.back.reduce((total, { amount }) => total + amount, 0)
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
        customer,
        [...lines.back, ...withheldLine(subscription, withheld), ...lines.charges, ...lines.used],
        {
          subscriptionId: subscription.id,
          reason: 'change',
          cycleStart: null,
          periodStart: now,
          periodEnd: period.end,
        },
        now,
      )
  const subscriptionId = subscription.id
  if (invoice?.status === 'open' && customer.collectionMethod === 'charge_automatically') {
    contract.waiting = { ...waiting, invoiceId: invoice.id }
    const { defaultMethodId } = customer.money
    return { paymentId: beginPayment(customer, invoice, defaultMethodId, 'purchase').id }
  }
  apply(catalog, customer, subscription, waiting, now)
  const invoiceId = invoice?.id ?? null
  if (invoice?.status === 'open') {
    const line = { lineAmount: invoice.total, currency: 'usd', invoiceId }
    return { answer: ok({ kind: 'invoice_added', ...line, subscriptionId, grantId: null }) }
  }
  const answer = { subscriptionId, invoiceId, trialEndsAt: trialEndsAt?.toISOString() ?? null }
  return { answer: ok({ kind: 'created_no_charge', ...answer }) }
}

interface ChangeLines {
  readonly back: readonly Line[]
  readonly charges: readonly Line[]
  readonly used: readonly Line[]
  readonly usage: WaitingChange['usage']
}

const NO_LINES: ChangeLines = { back: [], charges: [], used: [], usage: [] }

/** What is given back and asked for; where only seats change, all else goes on undisturbed. */
function linesOf(
  customer: Customer,
  subscription: Subscription,
  { from, to, quantities }: Change,
  period: Period,
  now: Date,
): ChangeLines {
  const { quantities: present } = contractOf(subscription)
  const changed = from.charges
    .filter(
      ({ featureSlug }) => featureSlug !== null && present[featureSlug] !== quantities[featureSlug],
    )
    .map(({ id }) => id)
  const isOf = (chargeId: string | null): boolean =>
    from !== to || (chargeId !== null && changed.includes(chargeId))
  const back = unusedLines(customer, subscription, now).filter(({ chargeId }) => isOf(chargeId))
  const charged = { charges: to.charges.filter(({ id }) => isOf(id)) }
  const share = isSameCycle(from, to) ? shareLeft(from, subscription, period, customer, now) : WHOLE
  const start = isSameCycle(from, to) ? now : period.start
  const charges = advanceLines(charged, subscription, quantities, { start, end: period.end }, share)
  if (from === to) return { ...NO_LINES, back, charges }
  const usage = unbilledUsage(customer, subscription, now).filter(isOfPlan(from))
  return {
    back,
    charges,
    used: usageLines(from, usage),
    usage: usage.map((accrual) => ({ name: accrualName(accrual), quantity: accrual.value })),
  }
}

/** What is left of the whole period at an instant. */
function shareLeft(
  plan: Plan,
  { billingAnchor }: Subscription,
  { end }: Period,
  { timezone }: Customer,
  now: Date,
) {
  const whole = billingPeriodAt(plan, billingAnchor, now, timezone)
  if (whole.end === null || end === null) return WHOLE
  return {
    part: end.getTime() - now.getTime(),
    whole: whole.end.getTime() - whole.start.getTime(),
  }
}

const withheldLine = ({ id }: Subscription, amount: number): Line[] =>
  amount === 0
    ? []
    : [
        {
          type: 'proration',
          subscriptionId: id,
          chargeId: null,
          quantity: parseAmount(1),
          amount,
          periodStart: null,
          periodEnd: null,
        },
      ]

// --- in force ---

/** A change whose invoice nobody will pay never comes into force. */
export function abandonChange(customer: Customer, invoice: Invoice): void {
  const contract = subscriptionOf(customer, invoice)?.contract
  if (contract?.waiting?.invoiceId !== invoice.id) return
  contract.waiting = null
  if (invoice.status === 'open') voidInvoice(customer, invoice)
}

/** A change comes into force with the payment of its invoice. */
export function applyWaitingChange(
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
  apply(catalog, customer, subscription, waiting, now)
}

/** As it was quoted; what was used while it waited is billed with the next invoice. */
function apply(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  terms: WaitingChange,
  now: Date,
): void {
  const contract = contractOf(subscription)
  const from = planOf(catalog, subscription.planId)
  const to = planOf(catalog, terms.planId)
  const credits = changeCredits(customer, subscription, from, to, terms, terms.givenBack, now)
  const later: number[] = [credits.withheld - terms.withheld]
  if (from !== to && contract.status !== 'trialing') {
    later.push(...takeUp(customer, subscription, from, terms, now))
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
  subscription.planId = to.id
  subscription.billingAnchor = terms.anchor
  Object.assign(contract, {
    quantities: terms.quantities,
    periodStart: terms.periodStart,
    periodEnd: terms.periodEnd,
    pendingChange: null,
    owed: credits.owed,
    nextDripAt: nextDrip(to, subscription, now, customer.timezone),
  })
  tellOfSubscription(catalog, customer, 'updated', subscription)
}

const isOfPlan =
  ({ charges }: Plan) =>
  ({ chargeId }: { chargeId: string }): boolean =>
    charges.some(({ id }) => id === chargeId)

/** Usage of the plan that is left counts as billed; what no invoice asks for is returned. */
function takeUp(
  customer: Customer,
  subscription: Subscription,
  from: Plan,
  { usage: quoted }: WaitingChange,
  now: Date,
): number[] {
  return unbilledUsage(customer, subscription, now)
    .filter(isOfPlan(from))
    .map((accrual) => {
      const charge = from.charges.find(({ id }) => id === accrual.chargeId)
      const asked = quoted.find(({ name }) => name === accrualName(accrual))?.quantity
      const billed = asked ?? accrual.billed
      accrual.billed = accrual.value
      if (!charge) return 0
      return inMinorUnits(priceOf(charge, accrual.value)) - inMinorUnits(priceOf(charge, billed))
    })
}
