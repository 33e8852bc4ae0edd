import {
  type Amount,
  compare,
  multiply,
  parseAmount,
  shareInMinorUnits,
  subtract,
  ZERO,
} from '../../src/kernel/amount.ts'
import type { Invoice, Line, Seats } from './billing.ts'
import { type Catalog, type Plan, planOf } from './catalog.ts'
import { billingPeriodAt, type Period } from './periods.ts'
import { contractOf, tellOfInvoice } from './renderBilling.ts'
import { type Accrual, type Customer, nextId, type Subscription } from './state.ts'

type Charge = Plan['charges'][number]

/** A part of a whole, in milliseconds. */
export interface Share {
  readonly part: number
  readonly whole: number
}

export const WHOLE: Share = { part: 1, whole: 1 }

export const inMinorUnits = (amount: Amount, { part, whole }: Share = WHOLE): number =>
  Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))

const ONE = parseAmount(1)

/** What a quantity costs before it is rounded; the catalogs of billing have these two models only. */
export function priceOf({ pricing }: Pick<Charge, 'pricing'>, quantity: Amount): Amount {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  if (pricing.model !== 'per_unit') throw new Error(`nobody prices ${pricing.model} here`)
  return compare(quantity, ZERO) <= 0 ? ZERO : multiply(quantity, parseAmount(pricing.unitAmount))
}

/** The seats that a plan is sold with: all of its own, as they were asked for or by default. */
export const seatsOf = ({ charges }: Plan, asked: Seats = {}): Seats =>
  Object.fromEntries(
    charges.flatMap(({ featureSlug, quantity }) =>
      featureSlug === null ? [] : [[featureSlug, asked[featureSlug] ?? quantity ?? 1]],
    ),
  )

/** From an instant to the next boundary, and how much of a whole period that is. */
export function periodFrom(
  plan: Plan,
  anchor: Date,
  from: Date,
  timezone: string,
): { period: Period; share: Share } {
  if (plan.interval === 'none') return { period: { start: from, end: null }, share: WHOLE }
  const { start, end } = billingPeriodAt(plan, anchor, from, timezone)
  if (end === null || start.getTime() === from.getTime()) {
    return { period: { start: from, end }, share: WHOLE }
  }
  const share = {
    part: end.getTime() - from.getTime(),
    whole: end.getTime() - start.getTime(),
  }
  return { period: { start: from, end }, share }
}

/** Recurring charges in advance of a period or a part of one. */
export function advanceLines(
  { charges }: Pick<Plan, 'charges'>,
  { id }: Pick<Subscription, 'id'>,
  quantities: Seats,
  { start, end }: Period,
  share: Share,
): Line[] {
  if (end === null) return []
  return charges
    .filter(({ type }) => type === 'recurring')
    .map((charge) => {
      const { featureSlug, pricing } = charge
      const seats = featureSlug === null ? 1 : (quantities[featureSlug] ?? 1)
      const quantity = pricing.model === 'flat' ? ONE : parseAmount(seats)
      return {
        type: 'recurring',
        subscriptionId: id,
        chargeId: charge.id,
        quantity,
        amount: inMinorUnits(priceOf(charge, quantity), share),
        periodStart: start,
        periodEnd: end,
      }
    })
}

export const accrualName = ({ subscriptionId, chargeId, periodStart }: Accrual): string =>
  `${subscriptionId} ${chargeId} ${periodStart.toISOString()}`

/** Usage of a subscription that no invoice has taken up, of periods that began before an instant. */
export const unbilledUsage = (customer: Customer, { id }: Subscription, before: Date): Accrual[] =>
  [...customer.accruals.values()]
    .filter(
      ({ subscriptionId, periodStart, value, billed }) =>
        subscriptionId === id && periodStart < before && compare(value, billed) !== 0,
    )
    .toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime())

/** What usage costs more than what was billed of it. */
export const usageLines = ({ charges }: Pick<Plan, 'charges'>, usage: readonly Accrual[]): Line[] =>
  charges
    .filter(({ type }) => type === 'usage')
    .flatMap((charge) => {
      const own = usage.filter(({ chargeId }) => chargeId === charge.id)
      return own.map((accrual): Line => {
        const { value, billed, periodStart, periodEnd, subscriptionId } = accrual
        return {
          type: 'usage',
          subscriptionId,
          chargeId: charge.id,
          quantity: subtract(value, billed),
          amount: inMinorUnits(priceOf(charge, value)) - inMinorUnits(priceOf(charge, billed)),
          periodStart,
          periodEnd,
        }
      })
    })

/**
 * Takes up usage that nothing was billed of so far. That of the period that is over comes before
 * what came late for older ones.
 */
export function closeUsage(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  end: Date,
): Line[] {
  const usage = unbilledUsage(customer, subscription, end)
  const { periodStart, createdAt } = contractOf(subscription)
  const since = Math.max(
    ...[periodStart, subscription.invoicedThrough, createdAt].map((at) => at?.getTime() ?? 0),
  )
  const isLate = (accrual: Accrual): boolean =>
    since >= end.getTime() || (accrual.periodEnd !== null && accrual.periodEnd.getTime() <= since)
  const ordered = [...usage.filter((each) => !isLate(each)), ...usage.filter(isLate)]
  const present = planOf(catalog, subscription.planId)
  // Plans that were left come after it: what was billed of them may have turned out not to be used.
  const left = catalog.plans.filter((plan) => plan !== present)
  const lines = [present, ...left].flatMap((plan) => usageLines(plan, ordered))
  for (const accrual of usage) accrual.billed = accrual.value
  return lines
}

const DAY_MS = 24 * 60 * 60 * 1000
const NET_DAYS = 30

type InvoiceTerms = Pick<
  Invoice,
  'subscriptionId' | 'reason' | 'cycleStart' | 'periodStart' | 'periodEnd'
>

/**
 * Bills lines with what waits for an invoice; null when there is nothing to bill. What would be less
 * than nothing is brought to nothing, and waits for the next invoice.
 */
export function issue(
  customer: Customer,
  lines: readonly Line[],
  terms: InvoiceTerms,
  now: Date,
  takesPending = true,
): Invoice | null {
  const { billing, collectionMethod } = customer
  const own = lines.filter(({ amount }) => amount !== 0)
  const waiting = takesPending ? billing.pending.filter((line) => line.invoiceId === null) : []
  const owed = waiting.reduce((total, { amount }) => total + amount, 0)
  const taken = owed <= 0 && own.length === 0 ? [] : waiting
  const all = [...own, ...taken.map(asLine)]
  if (all.length === 0) return null
  const sum = all.reduce((total, { amount }) => total + amount, 0)
  const total = Math.max(sum, 0)
  const isSent = collectionMethod === 'send_invoice'
  const invoice: Invoice = {
    id: nextId(customer, 'invoice'),
    ...terms,
    collectionMethod,
    lines: sum < 0 ? [...all, carriedLine(-sum)] : all,
    total,
    issuedAt: now,
    dueAt: new Date(now.getTime() + (isSent ? NET_DAYS * DAY_MS : 0)),
    status: total === 0 ? 'paid' : 'open',
    amountPaid: 0,
    paidAt: total === 0 ? now : null,
    nextAttemptAt: total === 0 || isSent ? null : now,
    attemptCount: 0,
    firstFailedAt: null,
  }
  for (const line of taken) line.invoiceId = invoice.id
  if (sum < 0) {
    billing.pending.push({
      amount: sum,
      type: 'proration',
      subscriptionId: null,
      createdAt: now,
      invoiceId: null,
    })
  }
  billing.invoices.push(invoice)
  tellOfInvoice(customer, 'finalized', invoice)
  if (total === 0) tellOfInvoice(customer, 'paid', invoice)
  return invoice
}

const asLine = ({
  amount,
  type,
  subscriptionId,
}: Pick<Line, 'amount' | 'type' | 'subscriptionId'>): Line => ({
  type,
  subscriptionId,
  chargeId: null,
  quantity: ONE,
  amount,
  periodStart: null,
  periodEnd: null,
})

const carriedLine = (amount: number): Line =>
  asLine({ amount, type: 'proration', subscriptionId: null })
