import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import type { TaxCalculator } from '../ports.ts'
import { draftInvoice, type InvoiceDraft, type InvoiceRequest } from './draftInvoice.ts'
import { type InvoiceRecord, insertInvoice, renderInvoice } from './invoice.sql.ts'
import { insertInvoiceLines } from './invoiceLines.sql.ts'
import { takeInvoiceNumber } from './invoiceNumber.sql.ts'

/**
 * Gives a draft the next number and stores it. Call this last in a transaction, because the
 * environment's other invoices wait for the number until the transaction ends.
 */
export async function finalizeInvoice(
  tx: Tx,
  scope: Scope,
  { invoice: draft, parties, lines }: InvoiceDraft,
): Promise<InvoiceRecord> {
  const { environmentId } = scope
  const invoice = withNumber(draft, await takeInvoiceNumber(tx, environmentId))
  await insertInvoice(tx, environmentId, invoice, parties)
  await insertInvoiceLines(tx, environmentId, invoice, lines)
  await emitInvoiceEvent(tx, scope, 'invoice.finalized', invoice)
  if (invoice.status === 'paid') await emitInvoiceEvent(tx, scope, 'invoice.paid', invoice)
  return invoice
}

/** An invoice with a total of zero is paid immediately. */
function withNumber(draft: InvoiceRecord, number: string): InvoiceRecord {
  const at = draft.createdAt
  const finalized = { ...draft, number, issuedAt: at }
  if (draft.total === 0) return { ...finalized, status: 'paid', paidAt: at }
  const isAutomatic = draft.collectionMethod === 'charge_automatically'
  return { ...finalized, status: 'open', nextAttemptAt: isAutomatic ? at : null }
}

const emitInvoiceEvent = (
  tx: Tx,
  scope: Scope,
  type: string,
  invoice: InvoiceRecord,
): Promise<void> =>
  emitEvent(tx, scope, { type, customerId: invoice.customerId, data: renderInvoice(invoice) })

/**
 * Drafts and finalizes an invoice in the caller's transaction, under the customer's lock. Returns
 * null if there is nothing to bill.
 */
export async function issueInvoice(
  tx: Tx,
  tax: TaxCalculator,
  scope: Scope,
  request: InvoiceRequest,
): Promise<InvoiceRecord | null> {
  const draft = await draftInvoice(tx, tax, scope, request)
  return draft && finalizeInvoice(tx, scope, draft)
}
