import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockCustomer } from '../../customers/index.ts'
import { findInvoice, type InvoiceRecord } from './invoice.sql.ts'

/**
 * Locks an invoice's customer and reads the invoice under the lock. `at` is the customer's time.
 */
export async function lockInvoice(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ invoice: InvoiceRecord; at: Date }> {
  const { environmentId } = scope
  const unlocked = await findInvoice(tx, environmentId, id)
  if (!unlocked) throw notFound('invoice', id)
  const { customerId } = unlocked
  const { now } = await lockCustomer(tx, scope, customerId)
  const invoice = await findInvoice(tx, environmentId, id)
  invariant(invoice, 'an invoice is never deleted')
  return { invoice, at: now }
}
