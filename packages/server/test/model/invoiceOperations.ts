import { impossible, invoiceById } from './billingOperations.ts'
import type { ChangeRequest } from './changes.ts'
import { type CreditNoteRequest, credit } from './creditNotes.ts'
import type { Handlers } from './operation.ts'
import { previewChange } from './previews.ts'
import { recordPayment } from './recordPayment.ts'
import { stopCollecting } from './stopCollecting.ts'

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
