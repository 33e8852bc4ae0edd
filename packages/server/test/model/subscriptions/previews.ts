import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { toNumber } from '../credits/render.ts'
import { accrualName, advanceLines, seatsOf, unbilledUsage } from '../invoicing/bill.ts'
import { billLines, totalsOf as sumOf } from '../invoicing/computeBill.ts'
import { nextDiscount, offOf } from '../invoicing/coupons.ts'
import { WHOLE } from '../invoicing/prices.ts'
import { taxOf } from '../invoicing/taxes.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, copyCustomer, nextId, subscriptionById } from '../state.ts'
import type { Invoice, Line, Preview } from './billing.ts'
import { isOfPlan } from './changeLines.ts'
import { type ChangeRequest, change, countPeriod, timingOf, yearlyPrice } from './changes.ts'
import { contractOf, renderInvoice } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'

/** For so long a preview is honoured. */
const HONOURED_MS = 15 * 60 * 1000

/** What a change comes to of what is asked for: left out or said, the same is the same. */
function readRequest(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
) {
  const subscription = subscriptionById(customer, subscriptionId)
  const contract = contractOf(subscription)
  const from = planOf(catalog, subscription)
  const to = planOf(catalog, { planId: request.planId })
  const quantities = seatsOf(to, { ...contract.quantities, ...request.quantities })
  const timing = timingOf(contract, from, to, quantities, request.when)
  const words = JSON.stringify([subscriptionId, to.id, quantities, timing])
  return { subscription, contract, from, to, quantities, timing, words }
}

/** Tries a change out, on a copy: what it answers, what it leaves behind, and the bill if it has one. */
function tryOut(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
  now: Date,
  pinned?: Preview,
) {
  const copy = copyCustomer(customer)
  const subscription = subscriptionById(copy, subscriptionId)
  const begun = change(catalog, copy, subscription, request, now, pinned)
  const invoice = copy.billing.invoices[customer.billing.invoices.length]
  const refusal = 'answer' in begun ? begun.answer.code : undefined
  return { copy, subscription, invoice, total: invoice?.total ?? 0, refusal }
}

/** Says what a change would cost, which is what it costs: it is made, and nothing of it is kept. */
export function previewChange(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
  now: Date,
): Answer {
  const tried = tryOut(catalog, customer, subscriptionId, request, now)
  if (tried.refusal) return refused(tried.refusal)
  const read = readRequest(catalog, customer, subscriptionId, request)
  const { subscription, contract, from, to, quantities, timing, words } = read
  const usage = unbilledUsage(customer, subscription, null).filter(isOfPlan(from))
  const preview: Preview = {
    id: nextId(customer, 'preview'),
    subscriptionId,
    words,
    at: now,
    revision: contract.revision,
    total: tried.total,
    seen: new Map(usage.map((accrual) => [accrualName(accrual), accrual.value])),
  }
  customer.billing.previews = [...customer.billing.previews, preview]
  const endsAt = timing === 'now' ? periodEndOf(tried) : contract.periodEnd
  const nextBillingAt = contract.cancelAt === null ? endsAt : null
  return ok({
    subscriptionId,
    fromPlanId: from.id,
    toPlanId: to.id,
    ...directionOf(yearlyPrice(from, contract.quantities), yearlyPrice(to, quantities)),
    timing,
    effectiveAt: (timing === 'now' ? now : contract.periodEnd)?.toISOString(),
    prorationLines: tried.invoice ? prorationLines(catalog, tried.invoice) : [],
    ...totalsOf(tried.copy, tried.invoice),
    nextBillingAt: nextBillingAt?.toISOString() ?? null,
    nextAmount: nextBillingAt && nextAmountOf(catalog, customer, read, tried),
    previewToken: preview.id,
    expiresAt: new Date(now.getTime() + HONOURED_MS).toISOString(),
  })
}

/** The first bill after the change, without usage and prepaid money. */
function nextAmountOf(
  catalog: Catalog,
  { place }: Customer,
  { contract, from, to, quantities }: ReturnType<typeof readRequest>,
  { subscription }: ReturnType<typeof tryOut>,
): number {
  const { waiting } = contractOf(subscription)
  if (waiting && contract.status !== 'trialing' && !isSameCycle(from, to)) {
    countPeriod(subscription, to, waiting)
  }
  const lines = advanceLines(to, subscription, quantities, { start: EPOCH, end: EPOCH }, WHOLE)
  const off = offOf(nextDiscount(contractOf(subscription)), WHOLE)
  return sumOf(billLines(lines, [], off, taxOf(catalog, place))).total
}

const EPOCH = new Date(0)

/** The end of the period that a change leads to, also of one that waits for its payment. */
function periodEndOf({ subscription }: ReturnType<typeof tryOut>): Date | null {
  const { waiting, periodEnd } = contractOf(subscription)
  return waiting ? waiting.periodEnd : periodEnd
}

/** Where plans cost the same it is decided by what they give, of which nothing is said here. */
const directionOf = (before: number, after: number) =>
  before === after ? {} : { direction: after > before ? 'upgrade' : 'downgrade' }

/** Time that is given back and charged. */
const prorationLines = ({ plans }: Catalog, { lines }: Invoice) =>
  lines
    .filter(({ type, chargeId }) => type !== 'usage' && chargeId !== null)
    .map((line) => ({
      kind: line.amount < 0 ? 'credit' : 'charge',
      planId: planOfLine(plans, line)?.id,
      quantity: toNumber(line.quantity),
      subtotal: line.amount,
      periodStart: line.periodStart?.toISOString(),
      periodEnd: line.periodEnd?.toISOString(),
    }))

const planOfLine = (plans: readonly Plan[], { chargeId }: Line): Plan | undefined =>
  plans.find(({ charges }) => charges.some(({ id }) => id === chargeId))

function totalsOf(customer: Customer, invoice: Invoice | undefined) {
  const { subtotal, discount, creditsApplied, tax, total, amountDue } = invoice
    ? renderInvoice(customer, invoice)
    : NOTHING
  return { subtotal, discount, creditsApplied, tax, total, amountDue }
}

const NOTHING = { subtotal: 0, discount: 0, creditsApplied: 0, tax: 0, total: 0, amountDue: 0 }

/** Notes when something became of subscriptions: what was previewed in that instant may be older. */
export function noteRevisions(before: Customer, after: Customer, now: Date): void {
  const known = new Map(before.subscriptions.map(({ id, contract }) => [id, contract?.revision]))
  for (const { id, contract } of after.subscriptions) {
    if (contract && contract.revision !== known.get(id)) contract.revisedAt = now
  }
}

/** Makes a change; with a token exactly as it was previewed, or not at all. */
export function changeAsPreviewed(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
  token: string | undefined,
  now: Date,
): ReturnType<typeof change> | null {
  const subscription = subscriptionById(customer, subscriptionId)
  if (token === undefined) return change(catalog, customer, subscription, request, now)
  const preview = customer.billing.previews.find(({ id }) => id === token)
  if (!preview) return null
  const { revision } = contractOf(subscription)
  const isExpired = now.getTime() - preview.at.getTime() >= HONOURED_MS
  const { words } = readRequest(catalog, customer, subscriptionId, request)
  const isOther = preview.words !== words
  const { refusal, total } = tryOut(catalog, customer, subscriptionId, request, now, preview)
  const hasChanged = preview.revision !== revision || (!refusal && preview.total !== total)
  const reasons = [
    ...(refusal ? [refusal] : []),
    ...(isExpired ? (['preview_expired'] as const) : []),
    ...(isOther || hasChanged ? (['preview_mismatch'] as const) : []),
  ]
  if (reasons.length === 0) return change(catalog, customer, subscription, request, now, preview)
  return { answer: anyOf(reasons.map(refused)) }
}

/** Where there are several reasons to refuse, it is nobody's promise which one is said. */
const anyOf = ([answer, ...others]: readonly Answer[]): Answer => ({
  ...(answer ?? ok(undefined)),
  ...(others.length > 0 && { or: anyOf(others) }),
})
