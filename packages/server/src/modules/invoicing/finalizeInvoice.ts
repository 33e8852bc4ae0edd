import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import type { InvoiceDraft } from './draftInvoice.ts'
import { type InvoiceRecord, renderInvoice } from './read/invoices.ts'
import { insertInvoice, insertInvoiceLines, takeInvoiceNumber } from './store/invoices.ts'

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
