import type { Catalog } from '../catalog.ts'
import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import { tellOf } from '../payments/topUps.ts'
import type { Customer } from '../state.ts'
import type { Invoice } from '../subscriptions/billing.ts'
import { impossible, invoiceById } from '../subscriptions/billingOperations.ts'
import type { ChangeRequest } from '../subscriptions/changes.ts'
import { previewChange } from '../subscriptions/previews.ts'
import { contractOf, renderInvoice, subscriptionOf } from '../subscriptions/renderBilling.ts'
import { endIfPaid } from './collect.ts'
import { type CreditNoteRequest, credit } from './creditNotes.ts'
import { leftOf, newPayment, openPayment } from './invoices.ts'

/** What is done about an invoice besides having it paid, or asked before there is one. */
export type InvoiceOperation =
  | ({ kind: 'creditInvoice'; invoiceId: string } & CreditNoteRequest)
  | { kind: 'recordPayment'; invoiceId: string; amount?: number }
  | { kind: 'markUncollectible'; invoiceId: string }
  /** What a change would cost. */
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

/** Writes down money that came another way; the schedule goes on for what is left. */
function recordPayment(
  catalog: Catalog,
  customer: Customer,
  invoice: Invoice,
  asked: number | undefined,
  now: Date,
): Answer {
  const isOwed = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isOwed || openPayment(customer, invoice)) return refused('invalid_state')
  const amount = asked ?? leftOf(invoice)
  if (amount > leftOf(invoice)) return refused('invalid_request')
  customer.billing.payments.push({
    ...newPayment(customer, invoice, amount),
    isExternal: true,
    status: 'succeeded',
    completedAt: now,
  })
  tellOf(customer, 'payment.succeeded')
  invoice.amountPaid += amount
  endIfPaid(catalog, customer, invoice, now)
  return ok(renderInvoice(customer, invoice))
}

/** Gives an invoice up, of which nothing else follows; what waits for one has to be voided instead. */
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
