import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isPayable, voidInvoice } from '../invoicing/index.ts'
import type { InvoiceRecord } from '../invoicing/read.ts'
import { endChange, findChangeOfInvoice } from './store/changes.ts'

/**
 * A change whose invoice nobody will pay never comes into force, and the invoice was never owed.
 * Does nothing where the change is in force already. The caller holds the customer's lock.
 */
export async function abandonChange(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<boolean> {
  const change = await findChangeOfInvoice(tx, scope.environmentId, invoice.id)
  if (change?.status !== 'waiting') return false
  await endChange(tx, scope, change, 'abandoned', at)
  if (isPayable(invoice)) await voidInvoice(tx, scope, invoice, at)
  return true
}
