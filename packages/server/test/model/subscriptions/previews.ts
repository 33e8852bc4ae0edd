import { type Catalog, type Plan, planOf } from '../catalog.ts'
import { toNumber } from '../credits/render.ts'
import { accrualMapKey, advanceLines, seatsOf, unbilledUsage } from '../invoicing/bill.ts'
import { billLines, totalsOf as sumOf } from '../invoicing/computeBill.ts'
import { discountOn, nextDiscount } from '../invoicing/coupons.ts'
import { WHOLE } from '../invoicing/prices.ts'
import { taxOf } from '../invoicing/taxes.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, copyCustomer, nextId, subscriptionById } from '../state.ts'
import type { Invoice, Line, Preview } from './billing.ts'
import { isOfPlan } from './changeLines.ts'
import { type ChangeRequest, change, countPeriod, timingOf, yearlyPrice } from './changes.ts'
import { contractOf, renderInvoice } from './renderBilling.ts'
import { isSameCycle } from './renewals.ts'

/** The lifetime of a preview. */
const PREVIEW_LIFETIME_MS = 15 * 60 * 1000

/** Resolves the defaults of a request, so that explicit and implicit requests compare as equal. */
function resolveRequest(
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
  const requestText = JSON.stringify([subscriptionId, to.id, quantities, timing])
  return { subscription, contract, from, to, quantities, timing, requestText }
}

/**
 * Makes a change on a copy. Returns its refusal, the resulting state and the invoice, if there is
 * one.
 */
function changeCopy(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
  now: Date,
  basis?: Preview,
) {
  const copy = copyCustomer(customer)
  const subscription = subscriptionById(copy, subscriptionId)
  const outcome = change(catalog, copy, subscription, request, now, basis)
  const invoice = copy.billing.invoices[customer.billing.invoices.length]
  const refusal = 'answer' in outcome ? outcome.answer.code : undefined
  return { copy, subscription, invoice, total: invoice?.total ?? 0, refusal }
}

/** Makes the change and discards it, so the preview shows exactly what the change would cost. */
export function previewChange(
  catalog: Catalog,
  customer: Customer,
  subscriptionId: string,
  request: ChangeRequest,
  now: Date,
): Answer {
  const trial = changeCopy(catalog, customer, subscriptionId, request, now)
  if (trial.refusal) return refused(trial.refusal)
  const resolved = resolveRequest(catalog, customer, subscriptionId, request)
  const { subscription, contract, from, to, quantities, timing, requestText } = resolved
  const usage = unbilledUsage(customer, subscription, null).filter(isOfPlan(from))
  const preview: Preview = {
    id: nextId(customer, 'preview'),
    subscriptionId,
    requestText,
    at: now,
    revision: contract.revision,
    total: trial.total,
    usageAtPreview: new Map(usage.map((accrual) => [accrualMapKey(accrual), accrual.value])),
  }
  customer.billing.previews = [...customer.billing.previews, preview]
  const endsAt = timing === 'now' ? periodEndOf(trial) : contract.periodEnd
  const nextBillingAt = contract.cancelAt === null ? endsAt : null
  return ok({
    subscriptionId,
    fromPlanId: from.id,
    toPlanId: to.id,
    ...directionOf(yearlyPrice(from, contract.quantities), yearlyPrice(to, quantities)),
    timing,
    effectiveAt: (timing === 'now' ? now : contract.periodEnd)?.toISOString(),
    prorationLines: trial.invoice ? prorationLines(catalog, trial.invoice) : [],
    ...totalsOf(trial.copy, trial.invoice),
    nextBillingAt: nextBillingAt?.toISOString() ?? null,
    nextAmount: nextBillingAt && nextAmountOf(catalog, customer, resolved, trial),
    previewToken: preview.id,
    expiresAt: new Date(now.getTime() + PREVIEW_LIFETIME_MS).toISOString(),
  })
}

/** The total of the first bill after the change, without usage and prepaid money. */
function nextAmountOf(
  catalog: Catalog,
  { place }: Customer,
  { contract, from, to, quantities }: ReturnType<typeof resolveRequest>,
  { subscription }: ReturnType<typeof changeCopy>,
): number {
  const { waiting } = contractOf(subscription)
  if (waiting && contract.status !== 'trialing' && !isSameCycle(from, to)) {
    countPeriod(subscription, to, waiting)
  }
  const lines = advanceLines(to, subscription, quantities, { start: EPOCH, end: EPOCH }, WHOLE)
  const off = discountOn(nextDiscount(contractOf(subscription)), WHOLE)
  return sumOf(billLines(lines, [], off, taxOf(catalog, place))).total
}

const EPOCH = new Date(0)

/** The end of the period after the change, even if the change waits for its payment. */
function periodEndOf({ subscription }: ReturnType<typeof changeCopy>): Date | null {
  const { waiting, periodEnd } = contractOf(subscription)
  return waiting ? waiting.periodEnd : periodEnd
}

/**
 * The direction of a change between plans of the same price depends on their entitlements, which
 * the model does not predict.
 */
const directionOf = (before: number, after: number) =>
  before === after ? {} : { direction: after > before ? 'upgrade' : 'downgrade' }

/** Lines that refund or charge a part of a period. */
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

/**
 * Records the time of each revision. A preview from the same instant may be older than the
 * revision.
 */
export function noteRevisions(before: Customer, after: Customer, now: Date): void {
  const earlierRevisions = new Map(
    before.subscriptions.map(({ id, contract }) => [id, contract?.revision]),
  )
  for (const { id, contract } of after.subscriptions) {
    if (contract && contract.revision !== earlierRevisions.get(id)) contract.revisedAt = now
  }
}

/** Makes a change. With a token, it applies exactly as previewed or is refused. */
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
  const isExpired = now.getTime() - preview.at.getTime() >= PREVIEW_LIFETIME_MS
  const { requestText } = resolveRequest(catalog, customer, subscriptionId, request)
  const isOther = preview.requestText !== requestText
  const { refusal, total } = changeCopy(catalog, customer, subscriptionId, request, now, preview)
  const hasChanged = preview.revision !== revision || (!refusal && preview.total !== total)
  const reasons = [
    ...(refusal ? [refusal] : []),
    ...(isExpired ? (['preview_expired'] as const) : []),
    ...(isOther || hasChanged ? (['preview_mismatch'] as const) : []),
  ]
  if (reasons.length === 0) return change(catalog, customer, subscription, request, now, preview)
  return { answer: anyOf(reasons.map(refused)) }
}

/** If several reasons to refuse apply, each of them is a correct response. */
const anyOf = ([answer, ...others]: readonly Answer[]): Answer => ({
  ...(answer ?? ok(undefined)),
  ...(others.length > 0 && { or: anyOf(others) }),
})
