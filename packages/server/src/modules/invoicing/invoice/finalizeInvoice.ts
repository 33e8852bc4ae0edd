import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { tellMerchant } from '../../../platform/db/outbox.ts'
import type { TaxCalculator } from '../ports.ts'
import { draftInvoice, type InvoiceDraft, type InvoiceRequest } from './draftInvoice.ts'
import {
  type InvoiceRecord,
  insertInvoice,
  renderInvoice,
  takeInvoiceNumber,
} from './invoice.sql.ts'
import { insertInvoiceLines } from './invoiceLines.sql.ts'

/**
 * Gives a draft the next number and writes it. The last thing of a transaction, or nearly so: all
 * other invoices of the environment wait for the number until this one is committed.
 */
export async function finalizeInvoice(
  tx: Tx,
  scope: Scope,
  { invoice: draft, parties, lines }: InvoiceDraft,
): Promise<InvoiceRecord> {
  const { environmentId } = scope
  const invoice = numbered(draft, await takeInvoiceNumber(tx, environmentId))
  await insertInvoice(tx, environmentId, invoice, parties)
  await insertInvoiceLines(tx, environmentId, invoice, lines)
  await tell(tx, scope, 'invoice.finalized', invoice)
  if (invoice.status === 'paid') await tell(tx, scope, 'invoice.paid', invoice)
  return invoice
}

/** From here on it is never edited; one that asks for nothing is paid. */
function numbered(draft: InvoiceRecord, number: string): InvoiceRecord {
  const at = draft.createdAt
  const finalized = { ...draft, number, issuedAt: at }
  if (draft.total === 0) return { ...finalized, status: 'paid', paidAt: at }
  const isAutomatic = draft.collectionMethod === 'charge_automatically'
  return { ...finalized, status: 'open', nextAttemptAt: isAutomatic ? at : null }
}

const tell = (tx: Tx, scope: Scope, type: string, invoice: InvoiceRecord): Promise<void> =>
  tellMerchant(tx, scope, { type, customerId: invoice.customerId, data: renderInvoice(invoice) })

/**
 * Drafts an invoice, applies prepaid money and finalises it with the next number, in the caller's
 * transaction, which holds the customer's lock. One of which nothing is left to pay is paid at
 * once. Null when there is nothing to bill.
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
