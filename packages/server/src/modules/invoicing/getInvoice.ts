import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findInvoice, type InvoiceRecord } from './read/invoices.ts'

/** An invoice for whoever may see it; `customerId` null: the merchant, who may see any. */
export async function getInvoice(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<InvoiceRecord> {
  const invoice = await findInvoice(tx, environmentId, id)
  if (!invoice || (customerId !== null && invoice.customerId !== customerId)) {
    throw notFound('invoice', id)
  }
  return invoice
}
