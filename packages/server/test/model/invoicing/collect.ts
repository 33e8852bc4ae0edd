import type { Catalog } from '../catalog.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { keepMethod } from '../payments/paymentMethods.ts'
import { emitMessage, isPossibleOutcome, type ReportedOutcome } from '../payments/topUps.ts'
import type { Customer } from '../state.ts'
import { applyWaiting } from '../subscriptions/addOns.ts'
import type { Invoice, InvoicePayment } from '../subscriptions/billing.ts'
import { abandonChange } from '../subscriptions/changes.ts'
import { activate } from '../subscriptions/creation.ts'
import {
  contractOf,
  emitInvoiceMessage,
  emitSubscriptionMessage,
  renderInvoice,
  subscriptionOf,
} from '../subscriptions/renderBilling.ts'
import { close, endIncomplete, setStatus } from '../subscriptions/subscriptions.ts'
import {
  amountLeft,
  beginPayment,
  nextAttempt,
  openPayment,
  refundPayment,
  voidInvoice,
} from './invoices.ts'

/**
 * Runs a scheduled attempt for a due invoice: starts a charge, or fails if there is no payment
 * method.
 */
export function collect(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  pays: boolean,
  now: Date,
): string | null {
  const { status, nextAttemptAt } = invoice
  if (status !== 'open' || nextAttemptAt === null || nextAttemptAt > now)
    return 'the invoice is not due'
  const methodId = customer.money.defaultMethodId
  if ((methodId !== null) !== pays)
    return pays ? 'the customer has no payment method' : 'the customer has a payment method'
  if (methodId !== null) beginPayment(customer, invoice, methodId, 'auto')
  else failAttempt(catalog, customer, invoice, 'no_payment_method', now)
  return null
}

/** Statuses of an invoice that was paid in full, including later refunds. */
export const PAID_STATUSES: readonly Invoice['status'][] = [
  'paid',
  'partially_refunded',
  'refunded',
]

/** Starts a payment of all or part of an invoice for a caller who waits for the outcome. */
export function payInvoice(
  customer: Customer,
  invoice: Invoice,
  { amount: requestedAmount, inForm }: { readonly amount?: number; readonly inForm?: true } = {},
): { paymentId: string } | { answer: Answer } {
  const { status, subscriptionId, id: invoiceId } = invoice
  if (PAID_STATUSES.includes(status)) {
    const reason = 'The invoice is already paid.'
    return { answer: ok({ kind: 'no_action', reason, subscriptionId, invoiceId }) }
  }
  const methodId = inForm ? null : customer.money.defaultMethodId
  const open = openPayment(customer, invoice)
  const amount = requestedAmount ?? amountLeft(invoice)
  if (open && !open.isUnattended && open.flow === (methodId ? 'off_session' : 'form')) {
    const isSame = methodId === null || open.methodId === methodId
    if (isSame && open.amount === amount) return { paymentId: open.id }
  }
  if (status === 'void' || open) return { answer: refused('invalid_state') }
  if (amount > amountLeft(invoice)) return { answer: refused('invalid_request') }
  return { paymentId: beginPayment(customer, invoice, methodId, 'manual', amount).id }
}

/** The response to a caller who waits for a payment, given its current status. */
export function answerPayment(
  customer: Customer,
  payment: InvoicePayment,
  mayNotRespond: boolean,
): Answer {
  const invoice = customer.billing.invoices.find(({ id }) => id === payment.invoiceId)
  const { id: paymentId, amount } = payment
  const summary = {
    amount,
    currency: 'usd',
    subscriptionId: invoice?.subscriptionId,
    invoiceId: payment.invoiceId,
  }
  switch (payment.status) {
    case 'succeeded':
      if (cameTooLate(customer, payment)) return refused('invalid_state')
      return ok({ kind: 'charged_inline', paymentId, grantId: null, ...summary })
    case 'failed':
    case 'canceled':
      return refused('card_declined')
    case 'requires_action':
      if (payment.flow !== 'form') return refused('authentication_required')
      return {
        ...ok({ kind: 'requires_form', checkoutSessionId: null, ...summary }),
        // For a form that is already open, the product asks the provider again.
        ...(mayNotRespond && { or: refused('unavailable') }),
      }
    case 'pending':
      if (!mayNotRespond) return { status: 0, body: 'the provider could have responded' }
      if (payment.flow === 'form') return refused('unavailable')
      return ok({ kind: 'processing', paymentId, ...summary })
  }
}

/**
 * A payment came too late if it was refunded without a credit note. Credit notes only refund
 * payments that the invoice accepted.
 */
const cameTooLate = (customer: Customer, { attemptId, refunded }: InvoicePayment): boolean =>
  refunded > 0 &&
  customer.money.refunds.some(
    (refund) => refund.attemptId === attemptId && refund.creditNoteId === null,
  )

/** Records the outcome of a payment. Returns the reason if that outcome is impossible. */
export function settleInvoicePayment(
  catalog: Catalog,
  customer: Customer,
  payment: InvoicePayment,
  outcome: ReportedOutcome,
  now: Date,
): string | null {
  const invoice = customer.billing.invoices.find(({ id }) => id === payment.invoiceId)
  if (!invoice) return 'no such invoice'
  if (payment.status !== 'pending' && payment.status !== 'requires_action')
    return 'the payment has ended'
  const method = customer.money.methods.find(({ id }) => id === payment.methodId)
  const isAbandoned = outcome.isOld || isBeingCanceled(customer, invoice, now)
  const trigger = payment.isUnattended ? 'auto' : 'manual'
  const checkedOutcome =
    outcome.status === 'canceled' ? { ...outcome, isOld: isAbandoned } : outcome
  if (!isPossibleOutcome({ trigger }, payment, method, checkedOutcome)) {
    return `a ${payment.flow} payment with ${method?.behaviour} cannot have this outcome`
  }
  payment.status = outcome.status
  payment.errorCode = outcome.errorCode
  if (outcome.status === 'requires_action' || outcome.status === 'pending') return null
  payment.completedAt = now
  emitMessage(customer, outcome.status === 'succeeded' ? 'payment.succeeded' : 'payment.failed')
  if (outcome.status === 'succeeded') {
    if (payment.flow === 'form') {
      payment.methodId = keepMethod(customer, 'success', undefined, now).id
    }
    applyPayment(catalog, customer, invoice, payment, now)
    return null
  }
  if (invoice.status !== 'open') return null
  if (payment.isUnattended) {
    failAttempt(catalog, customer, invoice, outcome.errorCode, now)
    return null
  }
  invoice.nextAttemptAt = payment.resumeAt
  if (invoice.reason === 'change') abandonChange(customer, invoice, now)
  return null
}

/** Purser cancels the payment at the provider before it ends the purchase behind this invoice. */
function isBeingCanceled(customer: Customer, invoice: Invoice, now: Date): boolean {
  if (customer.billing.ending.includes(invoice.id)) return true
  const hasExpired = customer.billing.sessions.some(
    ({ invoiceId, status, expiresAt }) =>
      invoiceId === invoice.id && status === 'pending' && expiresAt <= now,
  )
  if (hasExpired) return true
  const contract = subscriptionOf(customer, invoice)?.contract
  if (!contract) return false
  const { status, incompleteUntil, waiting } = contract
  if (waiting?.invoiceId === invoice.id) return true
  return status === 'incomplete' && incompleteUntil !== null && incompleteUntil <= now
}

function applyPayment(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  payment: InvoicePayment,
  now: Date,
): void {
  const isPayable = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isPayable || payment.amount > amountLeft(invoice)) {
    refundPayment(customer, payment, payment.amount, null, now)
    return
  }
  invoice.amountPaid += payment.amount
  // The schedule continues for the rest as if nothing had been paid.
  invoice.nextAttemptAt = payment.resumeAt
  endIfPaid(catalog, customer, invoice, now)
}

/** Marks the invoice as paid once nothing is left to pay, then applies the consequences. */
export function endIfPaid(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): void {
  if (amountLeft(invoice) > 0) return
  Object.assign(invoice, { status: 'paid', paidAt: now, nextAttemptAt: null })
  emitInvoiceMessage(customer, 'paid', invoice)
  applyPaidInvoice(catalog, customer, invoice, now)
}

/** Applies a waiting change, activates the subscription or ends its past-due status. */
function applyPaidInvoice(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): void {
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return
  if (invoice.reason === 'change') applyWaiting(catalog, customer, subscription, invoice, now)
  const { status } = contractOf(subscription)
  if (status === 'incomplete' && invoice.reason === 'start') {
    activate(catalog, customer, subscription, true, now)
  } else if (status === 'past_due') recover(catalog, customer, invoice)
}

/** Reactivates a past-due subscription if no overdue invoice is left. */
function recover(catalog: Catalog, customer: Customer, invoice: Invoice): void {
  const subscription = subscriptionOf(customer, invoice)
  const isOverdue = customer.billing.invoices.some(
    ({ subscriptionId, status, attemptCount }) =>
      subscriptionId === invoice.subscriptionId && status === 'open' && attemptCount > 0,
  )
  if (!subscription || isOverdue) return
  setStatus(customer, subscription, 'active')
  emitSubscriptionMessage(catalog, customer, 'updated', subscription)
}

/**
 * Records a failed attempt and schedules the next one. After the last attempt the merchant's
 * setting decides: the invoice stays open and the subscription ends, or the invoice becomes
 * uncollectible and the subscription continues.
 */
function failAttempt(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  errorCode: string | null,
  now: Date,
): void {
  invoice.attemptCount += 1
  invoice.firstFailedAt ??= now
  invoice.nextAttemptAt = nextAttempt(invoice, now)
  const isOver = invoice.nextAttemptAt === null
  const isGivenUp = isOver && customer.billing.dunningEnd === 'uncollectible'
  if (isGivenUp) invoice.status = 'uncollectible'
  emitInvoiceMessage(customer, 'payment_failed', invoice, { errorCode })
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return
  if (contractOf(subscription).status === 'active') {
    setStatus(customer, subscription, 'past_due')
    emitSubscriptionMessage(catalog, customer, 'past_due', subscription)
  }
  if (!isOver || isGivenUp) return
  if (contractOf(subscription).status === 'past_due') close(catalog, customer, subscription, now)
}

/** Voids an invoice. If a customer is paying it for a change, that payment is canceled first. */
export function beginVoid(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  now: Date,
): { answer: Answer } | { voidedId: string } {
  const { billing } = customer
  const open = openPayment(customer, invoice)
  const isOfChange = invoice.reason === 'change' && invoice.status === 'open'
  if (!isOfChange || !open || open.isUnattended) {
    return { answer: voidIfUnpaid(catalog, customer, invoice, now) }
  }
  billing.ending = [...billing.ending, invoice.id]
  return { voidedId: invoice.id }
}

/** The response after the provider was asked to cancel the payment of an invoice. */
export function answerVoid(
  catalog: Catalog,
  customer: Customer,
  invoiceId: string,
  mayNotRespond: boolean,
  now: Date,
): Answer {
  const { billing } = customer
  const invoice = billing.invoices.find(({ id }) => id === invoiceId)
  if (!invoice) return { status: 0, body: 'no such invoice' }
  billing.ending = billing.ending.filter((id) => id !== invoiceId)
  if (invoice.status === 'void') return ok(renderInvoice(customer, invoice))
  if (!openPayment(customer, invoice)) return voidIfUnpaid(catalog, customer, invoice, now)
  return mayNotRespond
    ? refused('unavailable')
    : { status: 0, body: 'the provider reported the status' }
}

/** Voids the invoice. Refuses if it is partly paid or if a payment is in progress. */
function voidIfUnpaid(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): Answer {
  const isOwed = invoice.status === 'open' || invoice.status === 'uncollectible'
  const isVoidable = isOwed && invoice.amountPaid === 0
  if (!isVoidable || openPayment(customer, invoice)) return refused('invalid_state')
  voidInvoice(customer, invoice, now)
  const answer = ok(renderInvoice(customer, invoice))
  if (invoice.reason === 'change') abandonChange(customer, invoice, now)
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return answer
  const { status } = contractOf(subscription)
  if (status === 'incomplete' && invoice.reason === 'start') {
    endIncomplete(catalog, customer, subscription, 'incomplete_expired', now)
  } else if (status === 'past_due') recover(catalog, customer, invoice)
  return answer
}
