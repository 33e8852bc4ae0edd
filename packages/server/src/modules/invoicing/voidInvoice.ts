import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import { giveBackInvoicePayment } from '../credits/index.ts'
import { endInvoice } from './endInvoice.ts'
import { type InvoiceRecord, renderInvoice } from './read/invoices.ts'
import { freePendingLines } from './store/pendingLines.ts'

/**
 * An open invoice was never owed: prepaid money goes back to the wallet, pending lines wait again.
 * Refuses while a payment is under way, and once something is paid. Does not call the follower:
 * routes and whoever voids do. The caller holds the customer's lock.
 */
export async function voidInvoice(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  const ended = await endInvoice(tx, scope, invoice, 'void', at)
  const { id: invoiceId, customerId, creditsApplied } = invoice
  if (creditsApplied > 0) await giveBackInvoicePayment(tx, scope, { customerId, invoiceId })
  await freePendingLines(tx, scope.environmentId, customerId, invoiceId)
  const data = renderInvoice(ended)
  await tellMerchant(tx, scope, { type: 'invoice.voided', customerId, data })
  return ended
}
