import type { Catalog } from '../catalog.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { keepMethod } from '../payments/paymentMethods.ts'
import { couldBecome, type Told, tellOf } from '../payments/topUps.ts'
import type { Customer } from '../state.ts'
import { applyWaiting } from '../subscriptions/addOns.ts'
import type { Invoice, InvoicePayment } from '../subscriptions/billing.ts'
import { abandonChange } from '../subscriptions/changes.ts'
import { activate } from '../subscriptions/creation.ts'
import {
  contractOf,
  renderInvoice,
  subscriptionOf,
  tellOfInvoice,
  tellOfSubscription,
} from '../subscriptions/renderBilling.ts'
import { close, endIncomplete, setStatus } from '../subscriptions/subscriptions.ts'
import {
  beginPayment,
  giveBackPayment,
  leftOf,
  nextAttempt,
  openPayment,
  voidInvoice,
} from './invoices.ts'

/** The schedule tries an invoice that is due: begins to charge it, or fails for want of a method. */
export function collect(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  pays: boolean,
  now: Date,
): string | null {
  const { status, nextAttemptAt } = invoice
  if (status !== 'open' || nextAttemptAt === null || nextAttemptAt > now) return 'it is not due'
  const methodId = customer.money.defaultMethodId
  if ((methodId !== null) !== pays) return pays ? 'there is nothing to charge' : 'there is a card'
  if (methodId !== null) beginPayment(customer, invoice, methodId, 'auto')
  else failAttempt(catalog, customer, invoice, 'no_payment_method', now)
  return null
}

/** Nothing is left to pay, whatever was given back since. */
export const WAS_PAID: readonly Invoice['status'][] = ['paid', 'partially_refunded', 'refunded']

/** Begins to pay an invoice, or a part of it, for somebody who waits for it. */
export function payInvoice(
  customer: Customer,
  invoice: Invoice,
  { amount: asked, inForm }: { readonly amount?: number; readonly inForm?: true } = {},
): { paymentId: string } | { answer: Answer } {
  const { status, subscriptionId, id: invoiceId } = invoice
  if (WAS_PAID.includes(status)) {
    const reason = 'The invoice is paid already.'
    return { answer: ok({ kind: 'no_action', reason, subscriptionId, invoiceId }) }
  }
  const methodId = inForm ? null : customer.money.defaultMethodId
  const open = openPayment(customer, invoice)
  const amount = asked ?? leftOf(invoice)
  if (open && !open.isUnattended && open.flow === (methodId ? 'off_session' : 'form')) {
    const isSame = methodId === null || open.methodId === methodId
    if (isSame && open.amount === amount) return { paymentId: open.id }
  }
  if (status === 'void' || open) return { answer: refused('invalid_state') }
  if (amount > leftOf(invoice)) return { answer: refused('invalid_request') }
  return { paymentId: beginPayment(customer, invoice, methodId, 'manual', amount).id }
}

/** What somebody who waits for a payment is told of it as it stands. */
export function answerPayment(
  customer: Customer,
  payment: InvoicePayment,
  mayBeSilent: boolean,
): Answer {
  const invoice = customer.billing.invoices.find(({ id }) => id === payment.invoiceId)
  const { id: paymentId, amount } = payment
  const settled = {
    amount,
    currency: 'usd',
    subscriptionId: invoice?.subscriptionId,
    invoiceId: payment.invoiceId,
  }
  switch (payment.status) {
    case 'succeeded':
      if (cameTooLate(customer, payment)) return refused('invalid_state')
      return ok({ kind: 'charged_inline', paymentId, grantId: null, ...settled })
    case 'failed':
    case 'canceled':
      return refused('card_declined')
    case 'requires_action':
      if (payment.flow !== 'form') return refused('authentication_required')
      return {
        ...ok({ kind: 'requires_form', checkoutSessionId: null, ...settled }),
        // One that was opened before is asked for again.
        ...(mayBeSilent && { or: refused('unavailable') }),
      }
    case 'pending':
      if (!mayBeSilent) return { status: 0, body: 'nothing kept the provider from answering' }
      if (payment.flow === 'form') return refused('unavailable')
      return ok({ kind: 'processing', paymentId, ...settled })
  }
}

/** Whether its invoice did not take it; what a credit note gives back was taken first. */
const cameTooLate = (customer: Customer, { attemptId, refunded }: InvoicePayment): boolean =>
  refunded > 0 &&
  customer.money.refunds.some(
    (refund) => refund.attemptId === attemptId && refund.creditNoteId === null,
  )

/** Books what became of a payment; says why when it cannot have become that. */
export function settleInvoicePayment(
  catalog: Catalog,
  customer: Customer,
  payment: InvoicePayment,
  told: Told,
  now: Date,
): string | null {
  const invoice = customer.billing.invoices.find(({ id }) => id === payment.invoiceId)
  if (!invoice) return 'there is no such invoice'
  if (payment.status !== 'pending' && payment.status !== 'requires_action') return 'it has ended'
  const method = customer.money.methods.find(({ id }) => id === payment.methodId)
  const isAbandoned = told.isOld || isBeingEnded(customer, invoice, now)
  const trigger = payment.isUnattended ? 'auto' : 'manual'
  const believed = told.status === 'canceled' ? { ...told, isOld: isAbandoned } : told
  if (!couldBecome({ trigger }, payment, method, believed)) {
    return `a ${payment.flow} payment with ${method?.behaviour} cannot be that`
  }
  payment.status = told.status
  payment.errorCode = told.errorCode
  if (told.status === 'requires_action' || told.status === 'pending') return null
  payment.completedAt = now
  tellOf(customer, told.status === 'succeeded' ? 'payment.succeeded' : 'payment.failed')
  if (told.status === 'succeeded') {
    if (payment.flow === 'form') {
      payment.methodId = keepMethod(customer, 'success', undefined, now).id
    }
    bookMoney(catalog, customer, invoice, payment, now)
    return null
  }
  if (invoice.status !== 'open') return null
  if (payment.isUnattended) {
    failAttempt(catalog, customer, invoice, told.errorCode, now)
    return null
  }
  invoice.nextAttemptAt = payment.resumeAt
  if (invoice.reason === 'change') abandonChange(customer, invoice, now)
  return null
}

/** Whether what it is for is to be ended, so that its payment is ended at the provider first. */
function isBeingEnded(customer: Customer, invoice: Invoice, now: Date): boolean {
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

function bookMoney(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  payment: InvoicePayment,
  now: Date,
): void {
  const isPayable = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isPayable || payment.amount > leftOf(invoice)) {
    giveBackPayment(customer, payment, payment.amount, null, now)
    return
  }
  invoice.amountPaid += payment.amount
  // What is left is asked for when it would have been.
  invoice.nextAttemptAt = payment.resumeAt
  endIfPaid(catalog, customer, invoice, now)
}

/** Nothing is left to pay of it, by whichever way, and what waited for that goes on. */
export function endIfPaid(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): void {
  if (leftOf(invoice) > 0) return
  Object.assign(invoice, { status: 'paid', paidAt: now, nextAttemptAt: null })
  tellOfInvoice(customer, 'paid', invoice)
  followPaid(catalog, customer, invoice, now)
}

/** What waited for the money goes on. */
function followPaid(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): void {
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return
  if (invoice.reason === 'change') applyWaiting(catalog, customer, subscription, invoice, now)
  const { status } = contractOf(subscription)
  if (status === 'incomplete' && invoice.reason === 'start') {
    activate(catalog, customer, subscription, true, now)
  } else if (status === 'past_due') recover(catalog, customer, invoice)
}

/** Nothing is overdue any more. */
function recover(catalog: Catalog, customer: Customer, invoice: Invoice): void {
  const subscription = subscriptionOf(customer, invoice)
  const isOverdue = customer.billing.invoices.some(
    ({ subscriptionId, status, attemptCount }) =>
      subscriptionId === invoice.subscriptionId && status === 'open' && attemptCount > 0,
  )
  if (!subscription || isOverdue) return
  setStatus(customer, subscription, 'active')
  tellOfSubscription(catalog, customer, 'updated', subscription)
}

/**
 * It is tried again on schedule. After the last time it stays open and its subscription ends, or it
 * is given up and its subscription stays, as the merchant has chosen.
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
  tellOfInvoice(customer, 'payment_failed', invoice, { errorCode })
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return
  if (contractOf(subscription).status === 'active') {
    setStatus(customer, subscription, 'past_due')
    tellOfSubscription(catalog, customer, 'past_due', subscription)
  }
  if (!isOver || isGivenUp) return
  if (contractOf(subscription).status === 'past_due') close(catalog, customer, subscription, now)
}

/** The merchant says that it was never owed; what somebody pays for a change is ended first. */
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
    return { answer: giveUp(catalog, customer, invoice, now) }
  }
  billing.ending = [...billing.ending, invoice.id]
  return { voidedId: invoice.id }
}

/** What is answered once the provider was asked to end the payment of an invoice. */
export function answerVoid(
  catalog: Catalog,
  customer: Customer,
  invoiceId: string,
  mayBeSilent: boolean,
  now: Date,
): Answer {
  const { billing } = customer
  const invoice = billing.invoices.find(({ id }) => id === invoiceId)
  if (!invoice) return { status: 0, body: 'there is no such invoice' }
  billing.ending = billing.ending.filter((id) => id !== invoiceId)
  if (invoice.status === 'void') return ok(renderInvoice(customer, invoice))
  if (!openPayment(customer, invoice)) return giveUp(catalog, customer, invoice, now)
  return mayBeSilent
    ? refused('unavailable')
    : { status: 0, body: 'the provider said how it stands' }
}

/** Refused once a part of it is paid, and while somebody pays. */
function giveUp(catalog: Catalog, customer: Customer, invoice: Invoice, now: Date): Answer {
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
