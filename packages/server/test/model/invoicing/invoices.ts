import { ZERO } from '../../../src/kernel/amount.ts'
import { giveBackPrepaid } from '../credits/prepaid.ts'
import { type Customer, nextId } from '../state.ts'
import type { Invoice, InvoicePayment } from '../subscriptions/billing.ts'
import { tellOfInvoice } from '../subscriptions/renderBilling.ts'

const isOpen = ({ status }: InvoicePayment): boolean =>
  status === 'pending' || status === 'requires_action'

/** The payment of an invoice that is under way. */
export const openPayment = (customer: Customer, { id }: Invoice): InvoicePayment | undefined =>
  customer.billing.payments.find(
    ({ invoiceId, ...payment }) => invoiceId === id && isOpen({ invoiceId, ...payment }),
  )

/** Whether an open invoice of a subscription is being paid. */
export const isUnderWay = (customer: Customer, subscriptionId: string): boolean =>
  customer.billing.invoices.some(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      openPayment(customer, invoice) !== undefined,
  )

/** Whether money came for an open invoice of a subscription, but not all of it. */
export const isPartlyPaid = (customer: Customer, subscriptionId: string): boolean =>
  customer.billing.invoices.some(
    (invoice) =>
      invoice.subscriptionId === subscriptionId &&
      invoice.status === 'open' &&
      invoice.amountPaid > 0,
  )

/** What is still to pay of an invoice. */
export const leftOf = ({ amountDue, amountPaid }: Invoice): number => amountDue - amountPaid

/** Gives back what was paid, or a part of it. */
export function giveBackPayment(
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

/** Writes down a payment before anything is sent: meanwhile nothing is tried by itself. */
export function beginPayment(
  customer: Customer,
  invoice: Invoice,
  methodId: string | null,
  trigger: 'purchase' | 'manual' | 'auto',
  amount = leftOf(invoice),
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

/** It was never owed: lines that it took up wait again, and prepaid money goes back. */
export function voidInvoice(customer: Customer, invoice: Invoice, now: Date): void {
  invoice.status = 'void'
  invoice.nextAttemptAt = null
  for (const line of customer.billing.pending) {
    if (line.invoiceId === invoice.id) line.invoiceId = null
  }
  giveBackPrepaid(customer, invoice, now)
  tellOfInvoice(customer, 'voided', invoice)
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Days after the first failure. */
const RETRIES = [1, 3, 5, 7]

/** When an invoice that has just failed is tried again; null: never. */
export function nextAttempt({ attemptCount, firstFailedAt }: Invoice, now: Date): Date | null {
  const days = RETRIES[attemptCount - 1]
  if (days === undefined || !firstFailedAt) return null
  const planned = firstFailedAt.getTime() + days * DAY_MS
  return new Date(Math.max(planned, now.getTime() + DAY_MS))
}
