import { type Catalog, planOf } from '../catalog.ts'
import { answerPayment, PAID_STATUSES, payInvoice } from '../invoicing/collect.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { emitMessage } from '../payments/topUps.ts'
import { type Customer, copyCustomer, nextId, subscriptionById } from '../state.ts'
import type { CheckoutSession, Invoice, Seats } from '../subscriptions/billing.ts'
import { change, isSameSeats, yearlyPrice } from '../subscriptions/changes.ts'
import { CHECKOUT_MS, subscribe } from '../subscriptions/creation.ts'
import { contractOf } from '../subscriptions/renderBilling.ts'

export type CheckoutRequest =
  | { readonly purchase: 'plan'; readonly planId: string; readonly quantities?: Seats }
  | {
      readonly purchase: 'change'
      readonly subscriptionId: string
      readonly planId: string
      readonly quantities?: Seats
    }
  | { readonly purchase: 'invoice'; readonly invoiceId: string }

type PurchaseStart = { readonly answer: Answer } | { readonly paymentId: string }

/** Starts the same purchase as without a checkout, except that the customer pays in a form. */
function startPurchase(
  catalog: Catalog,
  customer: Customer,
  request: CheckoutRequest,
  now: Date,
): PurchaseStart {
  const inForm = { inForm: true as const }
  switch (request.purchase) {
    case 'plan': {
      const start = subscribe(catalog, customer, { ...request, ...inForm }, now)
      if ('setupFor' in start) throw new Error('a checkout never starts a trial that needs a card')
      return start
    }
    case 'change': {
      const subscription = subscriptionById(customer, request.subscriptionId)
      const open = findOpenInvoice(customer, request)
      if (open) return payInvoice(customer, open, inForm)
      return change(catalog, customer, subscription, { ...request, ...inForm }, now)
    }
    case 'invoice': {
      const invoice = customer.billing.invoices.find(({ id }) => id === request.invoiceId)
      if (!invoice) throw new Error('no such invoice')
      return payInvoice(customer, invoice, inForm)
    }
  }
}

type ChangePurchase = Extract<CheckoutRequest, { purchase: 'change' }>

/**
 * Finds the invoice that a request pays instead of changing the subscription: the oldest open
 * invoice, if the customer requests the current plan and seats.
 */
function findOpenInvoice(
  customer: Customer,
  { subscriptionId, planId, quantities }: ChangePurchase,
): Invoice | undefined {
  const subscription = subscriptionById(customer, subscriptionId)
  const { quantities: present } = contractOf(subscription)
  if (subscription.planId !== planId) return undefined
  if (quantities && !isSameSeats(quantities, present)) return undefined
  return customer.billing.invoices.find(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      invoice.reason !== 'change',
  )
}

/**
 * Opens a checkout. Returns the existing session if an identical request opened one that is still
 * pending.
 */
export function openCheckout(
  catalog: Catalog,
  customer: Customer,
  request: CheckoutRequest,
  now: Date,
): { answer: Answer } | { sessionId: string } {
  const requestText = JSON.stringify(request)
  const existing = customer.billing.sessions.find(
    (session) =>
      session.requestText === requestText &&
      session.expiresAt > now &&
      actualStatus(customer, session) === 'pending',
  )
  if (existing) return { sessionId: existing.id }
  const start = startPurchase(catalog, customer, request, now)
  if ('answer' in start && start.answer.code) return { answer: start.answer }
  const session: CheckoutSession = {
    id: nextId(customer, 'session'),
    purpose: request.purchase === 'invoice' ? 'invoice_payment' : 'subscription',
    requestText,
    ...purchaseReferences(customer, start),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHECKOUT_MS),
    status: 'pending',
    completedAt: null,
  }
  customer.billing.sessions.push(session)
  if (session.paymentId === null) complete(customer, session, now)
  return { sessionId: session.id }
}

/** The subscription, invoice and payment of a checkout. */
function purchaseReferences(customer: Customer, start: PurchaseStart) {
  if ('answer' in start) {
    const { subscriptionId = null, invoiceId = null } = start.answer.body as {
      subscriptionId?: string | null
      invoiceId?: string | null
    }
    return { subscriptionId, invoiceId, paymentId: null }
  }
  const { paymentId } = start
  const { invoiceId } = customer.billing.payments.find(({ id }) => id === paymentId) ?? {}
  const invoice = customer.billing.invoices.find(({ id }) => id === invoiceId)
  return {
    subscriptionId: invoice?.subscriptionId ?? null,
    invoiceId: invoice?.id ?? null,
    paymentId,
  }
}

function complete(customer: Customer, session: CheckoutSession, completedAt: Date): void {
  Object.assign(session, { status: 'completed', completedAt })
  emitMessage(customer, 'checkout.completed')
}

/** The actual status of a checkout, which may be ahead of the recorded one. */
function actualStatus(
  { billing }: Customer,
  { status, invoiceId, paymentId }: CheckoutSession,
): CheckoutSession['status'] {
  if (status !== 'pending') return status
  const invoice = billing.invoices.find(({ id }) => id === invoiceId)
  if (invoice && PAID_STATUSES.includes(invoice.status)) return 'completed'
  const payment = billing.payments.find(({ id }) => id === paymentId)
  const isUnderWay = payment?.status === 'pending' || payment?.status === 'requires_action'
  return isUnderWay ? 'pending' : 'expired'
}

/**
 * The time at which the invoice was paid, regardless of when the checkout was marked as completed.
 */
const paidAtOf = ({ billing }: Customer, { invoiceId }: CheckoutSession): Date | null =>
  billing.invoices.find(({ id }) => id === invoiceId)?.paidAt ?? null

/** Records the outcome of a checkout. Returns the reason if that outcome is impossible. */
export function endSession(
  customer: Customer,
  session: CheckoutSession,
  outcome: 'completed' | 'expired',
  now: Date,
): string | null {
  if (session.status === outcome) return null
  const actual = actualStatus(customer, session)
  if (session.status !== 'pending' || actual !== outcome) return `the checkout is ${actual}`
  if (outcome === 'completed') {
    complete(customer, session, paidAtOf(customer, session) ?? now)
    return null
  }
  session.status = 'expired'
  emitMessage(customer, 'checkout.expired')
  return null
}

/** The response to the request that opened a checkout. */
export function answerSession(
  customer: Customer,
  sessionId: string,
  mayNotRespond: boolean,
): Answer {
  const session = customer.billing.sessions.find(({ id }) => id === sessionId)
  if (!session) return { status: 0, body: 'no such checkout' }
  const payment = customer.billing.payments.find(({ id }) => id === session.paymentId)
  const answer = ok({ id: session.id, expiresAt: session.expiresAt.toISOString() })
  if (!payment || session.status !== 'pending') return answer
  // Another request may have closed the form right after it was opened.
  if (payment.status === 'canceled') return { ...refused('invalid_state'), or: answer }
  const { status, code, or } = answerPayment(customer, payment, mayNotRespond)
  if (code) return refused(code)
  return status === 200
    ? { ...answer, ...(or && { or }) }
    : { status, body: 'the payment needs no form' }
}

export function renderSession(customer: Customer, session: CheckoutSession) {
  const { id, subscriptionId, invoiceId } = session
  const status = actualStatus(customer, session)
  const completedAt = session.completedAt ?? paidAtOf(customer, session)
  return {
    id,
    status,
    completedAt: status === 'completed' ? completedAt?.toISOString() : null,
    subscriptionId,
    invoiceId,
  }
}

const NET_DAYS = 30

/** Opens the checkout on a copy, so the preview shows exactly what the checkout would charge. */
export function previewCheckout(
  catalog: Catalog,
  customer: Customer,
  request: CheckoutRequest,
  now: Date,
): Answer {
  const copy = copyCustomer(customer)
  const start = startPurchase(catalog, copy, request, now)
  if ('answer' in start && start.answer.code) return start.answer
  return ok({
    purpose: request.purchase === 'invoice' ? 'invoice_payment' : 'subscription',
    ...modeOf(catalog, customer, request),
    dueToday: dueToday(copy, start, now),
  })
}

function dueToday({ billing }: Customer, start: PurchaseStart, now: Date) {
  if ('paymentId' in start) {
    const payment = billing.payments.find(({ id }) => id === start.paymentId)
    return { kind: 'charge_now', cents: payment?.amount }
  }
  const { kind, lineAmount } = start.answer.body as { kind: string; lineAmount?: number }
  if (kind !== 'invoice_added') return { kind: 'no_charge' }
  const estimatedDate = now.toISOString()
  return { kind: 'invoice_later', cents: lineAmount, netDays: NET_DAYS, estimatedDate }
}

/** Omits the mode for plans of the same price, because the model does not predict it. */
function modeOf(catalog: Catalog, customer: Customer, request: CheckoutRequest) {
  if (request.purchase === 'invoice') return { mode: 'payment' }
  if (request.purchase === 'plan') return { mode: 'new' }
  const open = findOpenInvoice(customer, request)
  if (open) return { mode: open.reason === 'start' ? 'new' : 'renewal' }
  const subscription = subscriptionById(customer, request.subscriptionId)
  const { quantities } = contractOf(subscription)
  const before = yearlyPrice(planOf(catalog, subscription), quantities)
  const after = yearlyPrice(planOf(catalog, { planId: request.planId }), {
    ...quantities,
    ...request.quantities,
  })
  if (before === after) return {}
  return { mode: after > before ? 'upgrade' : 'downgrade' }
}
