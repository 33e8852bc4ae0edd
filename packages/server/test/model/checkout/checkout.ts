import { type Catalog, planOf } from '../catalog.ts'
import { answerPayment, payInvoice, WAS_PAID } from '../invoicing/collect.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { tellOf } from '../payments/topUps.ts'
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

type Begun = { readonly answer: Answer } | { readonly paymentId: string }

/** Begins what is bought, by the same ways as without a checkout, but for the form. */
function begin(catalog: Catalog, customer: Customer, request: CheckoutRequest, now: Date): Begun {
  const inForm = { inForm: true as const }
  switch (request.purchase) {
    case 'plan': {
      const begun = subscribe(catalog, customer, { ...request, ...inForm }, now)
      if ('setupFor' in begun)
        throw new Error('nobody buys a trial that needs a card in a checkout')
      return begun
    }
    case 'change': {
      const subscription = subscriptionById(customer, request.subscriptionId)
      const open = openInvoiceOf(customer, request)
      if (open) return payInvoice(customer, open, inForm)
      return change(catalog, customer, subscription, { ...request, ...inForm }, now)
    }
    case 'invoice': {
      const invoice = customer.billing.invoices.find(({ id }) => id === request.invoiceId)
      if (!invoice) throw new Error('there is no such invoice')
      return payInvoice(customer, invoice, inForm)
    }
  }
}

type ChangeOrder = Extract<CheckoutRequest, { purchase: 'change' }>

/** Who asks for what one has while an invoice of it is open means to pay that: the oldest. */
function openInvoiceOf(
  customer: Customer,
  { subscriptionId, planId, quantities }: ChangeOrder,
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

/** Opens a checkout, or the one that was opened in the same words and has not ended. */
export function openCheckout(
  catalog: Catalog,
  customer: Customer,
  request: CheckoutRequest,
  now: Date,
): { answer: Answer } | { sessionId: string } {
  const words = JSON.stringify(request)
  const known = customer.billing.sessions.find(
    (session) =>
      session.words === words &&
      session.expiresAt > now &&
      standingOf(customer, session) === 'pending',
  )
  if (known) return { sessionId: known.id }
  const begun = begin(catalog, customer, request, now)
  if ('answer' in begun && begun.answer.code) return { answer: begun.answer }
  const session: CheckoutSession = {
    id: nextId(customer, 'session'),
    purpose: request.purchase === 'invoice' ? 'invoice_payment' : 'subscription',
    words,
    ...boughtBy(customer, begun),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHECKOUT_MS),
    status: 'pending',
    completedAt: null,
  }
  customer.billing.sessions.push(session)
  if (session.paymentId === null) complete(customer, session, now)
  return { sessionId: session.id }
}

/** What a checkout is about. */
function boughtBy(customer: Customer, begun: Begun) {
  if ('answer' in begun) {
    const { subscriptionId = null, invoiceId = null } = begun.answer.body as {
      subscriptionId?: string | null
      invoiceId?: string | null
    }
    return { subscriptionId, invoiceId, paymentId: null }
  }
  const { paymentId } = begun
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
  tellOf(customer, 'checkout.completed')
}

/** How a checkout stands, whether or not anybody has written it down. */
function standingOf(
  { billing }: Customer,
  { status, invoiceId, paymentId }: CheckoutSession,
): CheckoutSession['status'] {
  if (status !== 'pending') return status
  const invoice = billing.invoices.find(({ id }) => id === invoiceId)
  if (invoice && WAS_PAID.includes(invoice.status)) return 'completed'
  const payment = billing.payments.find(({ id }) => id === paymentId)
  const isUnderWay = payment?.status === 'pending' || payment?.status === 'requires_action'
  return isUnderWay ? 'pending' : 'expired'
}

/** When what it is for was bought, whoever notices. */
const paidAtOf = ({ billing }: Customer, { invoiceId }: CheckoutSession): Date | null =>
  billing.invoices.find(({ id }) => id === invoiceId)?.paidAt ?? null

/** Writes down how a checkout ended; says why when it has not. */
export function endSession(
  customer: Customer,
  session: CheckoutSession,
  became: 'completed' | 'expired',
  now: Date,
): string | null {
  if (session.status === became) return null
  const standing = standingOf(customer, session)
  if (session.status !== 'pending' || standing !== became) return `the checkout is ${standing}`
  if (became === 'completed') {
    complete(customer, session, paidAtOf(customer, session) ?? now)
    return null
  }
  session.status = 'expired'
  tellOf(customer, 'checkout.expired')
  return null
}

/** What whoever opened a checkout is told. */
export function answerSession(customer: Customer, sessionId: string, mayBeSilent: boolean): Answer {
  const session = customer.billing.sessions.find(({ id }) => id === sessionId)
  if (!session) return { status: 0, body: 'there is no such checkout' }
  const payment = customer.billing.payments.find(({ id }) => id === session.paymentId)
  const answer = ok({ id: session.id, expiresAt: session.expiresAt.toISOString() })
  if (!payment || session.status !== 'pending') return answer
  // The form may have been closed by somebody just after it was opened.
  if (payment.status === 'canceled') return { ...refused('invalid_state'), or: answer }
  const { status, code, or } = answerPayment(customer, payment, mayBeSilent)
  if (code) return refused(code)
  return status === 200 ? { ...answer, ...(or && { or }) } : { status, body: 'no form was opened' }
}

/** How far a checkout has come. */
export function renderSession(customer: Customer, session: CheckoutSession) {
  const { id, subscriptionId, invoiceId } = session
  const status = standingOf(customer, session)
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

/** Says what a checkout would ask for, which is what it asks for: it is opened on a copy. */
export function previewCheckout(
  catalog: Catalog,
  customer: Customer,
  request: CheckoutRequest,
  now: Date,
): Answer {
  const copy = copyCustomer(customer)
  const begun = begin(catalog, copy, request, now)
  if ('answer' in begun && begun.answer.code) return begun.answer
  return ok({
    purpose: request.purchase === 'invoice' ? 'invoice_payment' : 'subscription',
    ...modeOf(catalog, customer, request),
    dueToday: dueToday(copy, begun, now),
  })
}

function dueToday({ billing }: Customer, begun: Begun, now: Date) {
  if ('paymentId' in begun) {
    const payment = billing.payments.find(({ id }) => id === begun.paymentId)
    return { kind: 'charge_now', cents: payment?.amount }
  }
  const { kind, lineAmount } = begun.answer.body as { kind: string; lineAmount?: number }
  if (kind !== 'invoice_added') return { kind: 'no_charge' }
  const estimatedDate = now.toISOString()
  return { kind: 'invoice_later', cents: lineAmount, netDays: NET_DAYS, estimatedDate }
}

/** Where plans cost the same nothing is said of up or down. */
function modeOf(catalog: Catalog, customer: Customer, request: CheckoutRequest) {
  if (request.purchase === 'invoice') return { mode: 'payment' }
  if (request.purchase === 'plan') return { mode: 'new' }
  const open = openInvoiceOf(customer, request)
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
