import { compare, parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog, Plan } from '../catalog.ts'
import { payFromWallets } from '../credits/prepaid.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import { type Accrual, type Customer, nextId, type Subscription } from '../state.ts'
import type { Invoice, Line, Seats } from '../subscriptions/billing.ts'
import { emitInvoiceMessage } from '../subscriptions/renderBilling.ts'
import { billLines, carriedLine, totalsOf } from './computeBill.ts'
import type { BillDiscount } from './coupons.ts'
import { type Charge, inMinorUnits, priceOf, type Share, WHOLE } from './prices.ts'
import { taxOf } from './taxes.ts'

const ONE = parseAmount(1)

/** The seats of a plan: the requested number for each seat charge, or its default. */
export const seatsOf = ({ charges }: Plan, asked: Seats = {}): Seats =>
  Object.fromEntries(
    charges.flatMap(({ featureSlug, quantity }) =>
      featureSlug === null ? [] : [[featureSlug, asked[featureSlug] ?? quantity ?? 1]],
    ),
  )

/** The period from an instant to the next boundary, and its share of a full period. */
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

/** Lines for recurring charges that are billed in advance, for a period or a part of one. */
export const advanceLines = (
  { charges }: Pick<Plan, 'charges'>,
  subscription: Pick<Subscription, 'id'>,
  quantities: Seats,
  period: Period,
  share: Share,
): Line[] =>
  charges
    .filter(({ timing }) => timing === 'in_advance')
    .flatMap((charge) => recurringLines(charge, subscription, quantities, period, share))

/** Lines of the first bill, which also include one-off charges. */
export const firstLines = (
  plan: Pick<Plan, 'charges'>,
  subscription: Pick<Subscription, 'id'>,
  quantities: Seats,
  period: Period,
  share: Share,
): Line[] => [
  ...advanceLines(plan, subscription, quantities, period, share),
  ...plan.charges
    .filter(({ type }) => type === 'one_off')
    .map(
      (charge): Line => ({
        type: 'one_off',
        subscriptionId: subscription.id,
        chargeId: charge.id,
        quantity: ONE,
        amount: inMinorUnits(priceOf(charge, ONE)),
        periodStart: period.start,
        periodEnd: period.start,
      }),
    ),
]

/**
 * The price of a recurring charge for a part of a period, plus a line that tops it up to its
 * minimum.
 */
export function recurringLines(
  charge: Charge,
  { id }: Pick<Subscription, 'id'>,
  quantities: Seats,
  { start, end }: Period,
  share: Share,
): Line[] {
  if (end === null || charge.type !== 'recurring') return []
  const { featureSlug, pricing, minimum } = charge
  const seats = featureSlug === null ? 1 : (quantities[featureSlug] ?? 1)
  const quantity = pricing.model === 'flat' ? ONE : parseAmount(seats)
  const amount = inMinorUnits(priceOf(charge, quantity), share)
  const shortfall = inMinorUnits(parseAmount(minimum ?? 0), share) - amount
  const references = { subscriptionId: id, chargeId: charge.id, periodStart: start, periodEnd: end }
  return [
    { type: 'recurring', quantity, amount, ...references },
    ...(shortfall > 0
      ? [{ type: 'minimum' as const, quantity: ONE, amount: shortfall, ...references }]
      : []),
  ]
}

export const accrualMapKey = ({ subscriptionId, chargeId, periodStart }: Accrual): string =>
  `${subscriptionId} ${chargeId} ${periodStart.toISOString()}`

/**
 * Unbilled usage of a subscription, limited to periods that began before an instant. Null means all
 * of it.
 */
export const unbilledUsage = (
  customer: Customer,
  { id }: Subscription,
  before: Date | null,
): Accrual[] =>
  [...customer.accruals.values()]
    .filter(
      ({ subscriptionId, periodStart, value, billed }) =>
        subscriptionId === id &&
        (before === null || periodStart < before) &&
        compare(value, billed) !== 0,
    )
    .toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime())

const DAY_MS = 24 * 60 * 60 * 1000
const NET_DAYS = 30

type InvoiceTerms = Pick<
  Invoice,
  'subscriptionId' | 'reason' | 'cycleStart' | 'periodStart' | 'periodEnd'
> & { readonly off?: BillDiscount | null }

/**
 * Issues an invoice for the given lines and all pending lines. Returns null if there is nothing to
 * bill. A negative total is carried over to the next invoice.
 */
export function issue(
  catalog: Catalog,
  customer: Customer,
  lines: readonly Line[],
  { off = null, ...terms }: InvoiceTerms,
  now: Date,
  takesPending = true,
): Invoice | null {
  const { billing, collectionMethod } = customer
  const ownLines = lines.filter(({ amount }) => amount !== 0)
  const waiting = takesPending ? billing.pending.filter((line) => line.invoiceId === null) : []
  const pendingTotal = waiting.reduce((total, { amount }) => total + amount, 0)
  const pendingLines = pendingTotal <= 0 && ownLines.length === 0 ? [] : waiting
  if (ownLines.length + pendingLines.length === 0) return null
  const billed = billLines(ownLines, pendingLines.map(asLine), off, taxOf(catalog, customer.place))
  const totals = totalsOf(billed)
  const isBelow = totals.total < 0
  const carriedOver = asLine({ amount: -totals.price, type: 'proration', subscriptionId: null })
  const id = nextId(customer, 'invoice')
  const creditsApplied = isBelow ? 0 : payFromWallets(catalog, customer, id, totals.total, now)
  const total = isBelow ? 0 : totals.total - creditsApplied
  const isSent = collectionMethod === 'send_invoice'
  const invoice: Invoice = {
    id,
    ...terms,
    collectionMethod,
    lines: isBelow ? [...billed, carriedLine(carriedOver, totals)] : billed,
    creditsApplied,
    total,
    issuedAt: now,
    dueAt: new Date(now.getTime() + (isSent ? NET_DAYS * DAY_MS : 0)),
    status: total === 0 ? 'paid' : 'open',
    amountDue: total,
    amountPaid: 0,
    amountRefunded: 0,
    paidAt: total === 0 ? now : null,
    nextAttemptAt: total === 0 || isSent ? null : now,
    attemptCount: 0,
    firstFailedAt: null,
  }
  for (const line of pendingLines) line.invoiceId = invoice.id
  if (isBelow) {
    billing.pending.push({
      amount: totals.price,
      type: 'proration',
      subscriptionId: null,
      createdAt: now,
      invoiceId: null,
    })
  }
  billing.invoices.push(invoice)
  emitInvoiceMessage(customer, 'finalized', invoice)
  if (total === 0) emitInvoiceMessage(customer, 'paid', invoice)
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
