import type { Catalog } from '../catalog.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import { emitMessage } from '../payments/topUps.ts'
import type { Customer } from '../state.ts'
import type { Invoice } from '../subscriptions/billing.ts'
import { impossible, invoiceById } from '../subscriptions/billingOperations.ts'
import type { ChangeRequest } from '../subscriptions/changes.ts'
import { previewChange } from '../subscriptions/previews.ts'
import { contractOf, renderInvoice, subscriptionOf } from '../subscriptions/renderBilling.ts'
import { endIfPaid } from './collect.ts'
import { type CreditNoteRequest, credit } from './creditNotes.ts'
import { amountLeft, newPayment, openPayment } from './invoices.ts'

/** Operations on an invoice other than paying it, and previews of an invoice. */
export type InvoiceOperation =
  | ({ kind: 'creditInvoice'; invoiceId: string } & CreditNoteRequest)
  | { kind: 'recordPayment'; invoiceId: string; amount?: number }
  | { kind: 'markUncollectible'; invoiceId: string }
  | ({ kind: 'previewChange'; subscriptionId: string } & ChangeRequest)

export const invoiceHandlers: Handlers<InvoiceOperation['kind']> = {
  creditInvoice: ({ catalog, customer, now }, { invoiceId, kind: _, ...request }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    return credit(catalog, customer, invoice, request, now)
  },

  recordPayment: ({ catalog, customer, now }, { invoiceId, amount }) => {
    const invoice = invoiceById(customer, invoiceId)
    if (!invoice) return impossible('no such invoice')
    return recordPayment(catalog, customer, invoice, amount, now)
  },

  markUncollectible: ({ customer }, { invoiceId }) => {
    const invoice = invoiceById(customer, invoiceId)
    return invoice ? stopCollecting(customer, invoice) : impossible('no such invoice')
  },

  previewChange: ({ catalog, customer, now }, { subscriptionId, kind: _, ...request }) =>
    previewChange(catalog, customer, subscriptionId, request, now),
}

/** Records a payment from outside the provider. The schedule continues for the rest. */
function recordPayment(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  requestedAmount: number | undefined,
  now: Date,
): Answer {
  const isOwed = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isOwed || openPayment(customer, invoice)) return refused('invalid_state')
  const amount = requestedAmount ?? amountLeft(invoice)
  if (amount > amountLeft(invoice)) return refused('invalid_request')
  customer.billing.payments.push({
    ...newPayment(customer, invoice, amount),
    isExternal: true,
    status: 'succeeded',
    completedAt: now,
  })
  emitMessage(customer, 'payment.succeeded')
  invoice.amountPaid += amount
  endIfPaid(catalog, customer, invoice, now)
  return ok(renderInvoice(customer, invoice))
}

/**
 * Marks an invoice as uncollectible. This has no other effect. An invoice that a subscription or
 * change waits for must be voided instead.
 */
function stopCollecting(customer: Customer, invoice: Invoice): Answer {
  if (
    invoice.status !== 'open' ||
    openPayment(customer, invoice) ||
    isWaitedFor(customer, invoice)
  ) {
    return refused('invalid_state')
  }
  invoice.status = 'uncollectible'
  invoice.nextAttemptAt = null
  return ok(renderInvoice(customer, invoice))
}

function isWaitedFor(customer: Customer, invoice: Invoice): boolean {
  const subscription = subscriptionOf(customer, invoice)
  if (!subscription) return false
  const { status, waiting } = contractOf(subscription)
  return (
    (status === 'incomplete' && invoice.reason === 'start') || waiting?.invoiceId === invoice.id
  )
}
