import { ZERO } from '../../../src/kernel/amount.ts'
import { returnPrepaid } from '../credits/prepaid.ts'
import { type Customer, nextId } from '../state.ts'
import type { Invoice, InvoicePayment } from '../subscriptions/billing.ts'
import { emitInvoiceMessage } from '../subscriptions/renderBilling.ts'

const isOpen = ({ status }: InvoicePayment): boolean =>
  status === 'pending' || status === 'requires_action'

/** The payment in progress for an invoice. */
export const openPayment = (customer: Customer, { id }: Invoice): InvoicePayment | undefined =>
  customer.billing.payments.find(
    ({ invoiceId, ...payment }) => invoiceId === id && isOpen({ invoiceId, ...payment }),
  )

/** Checks whether a payment is in progress for an open invoice of a subscription. */
export const isUnderWay = (customer: Customer, subscriptionId: string): boolean =>
  customer.billing.invoices.some(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      openPayment(customer, invoice) !== undefined,
  )

/** Checks whether an open invoice of a subscription is partly paid. */
export const isPartlyPaid = (customer: Customer, subscriptionId: string): boolean =>
  customer.billing.invoices.some(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      invoice.amountPaid > 0,
  )

export const amountLeft = ({ amountDue, amountPaid }: Invoice): number => amountDue - amountPaid

/** Refunds all or part of a payment. */
export function refundPayment(
  customer: Customer,
  payment: InvoicePayment,
  amount: number,
  creditNoteId: string | null,
  now: Date,
): string {
  const id = nextId(customer, 'refund')
  payment.refunded += amount
  customer.money.refunds.push({
    id,
    attemptId: payment.attemptId,
    amount,
    creditsTaken: ZERO,
    grantId: null,
    creditNoteId,
    createdAt: now,
    status: 'pending',
  })
  return id
}

/**
 * Records a payment before it is sent to the provider. The schedule stops while the payment is
 * open.
 */
export function beginPayment(
  customer: Customer,
  invoice: Invoice,
  methodId: string | null,
  trigger: 'purchase' | 'manual' | 'auto',
  amount = amountLeft(invoice),
): InvoicePayment {
  const payment: InvoicePayment = {
    ...newPayment(customer, invoice, amount),
    flow: methodId === null ? 'form' : 'off_session',
    isUnattended: trigger === 'auto',
    resumeAt: trigger === 'manual' ? invoice.nextAttemptAt : null,
    methodId,
  }
  invoice.nextAttemptAt = null
  customer.billing.payments.push(payment)
  return payment
}

export const newPayment = (
  customer: Customer,
  { id: invoiceId }: Invoice,
  amount: number,
): InvoicePayment => ({
  id: nextId(customer, 'invoicePayment'),
  attemptId: `~invoiceAttempt ${customer.ids.invoicePayment} of ${customer.id}`,
  invoiceId,
  amount,
  flow: 'off_session',
  isExternal: false,
  isUnattended: false,
  resumeAt: null,
  methodId: null,
  status: 'pending',
  errorCode: null,
  atProvider: null,
  refunded: 0,
  completedAt: null,
})

/** Voids an invoice. Its pending lines wait for the next invoice, and prepaid money is returned. */
export function voidInvoice(customer: Customer, invoice: Invoice, now: Date): void {
  invoice.status = 'void'
  invoice.nextAttemptAt = null
  for (const line of customer.billing.pending) {
    if (line.invoiceId === invoice.id) line.invoiceId = null
  }
  returnPrepaid(customer, invoice, now)
  emitInvoiceMessage(customer, 'voided', invoice)
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Retry days, counted from the first failure. */
const RETRIES = [1, 3, 5, 7]

/** The next attempt after a failure, or null if that was the last one. */
export function nextAttempt({ attemptCount, firstFailedAt }: Invoice, now: Date): Date | null {
  const days = RETRIES[attemptCount - 1]
  if (days === undefined || !firstFailedAt) return null
  const scheduledAt = firstFailedAt.getTime() + days * DAY_MS
  return new Date(Math.max(scheduledAt, now.getTime() + DAY_MS))
}
