import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { endInvoice } from './endInvoice.ts'
import type { InvoiceRecord } from './read/invoices.ts'

/**
 * Gives up collecting an open invoice: it stays owed and can still be paid. Does not call the
 * follower: whoever gives up does. The caller holds the customer's lock.
 */
export const markInvoiceUncollectible = (
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> => endInvoice(tx, scope, invoice, 'uncollectible', at)
