import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockCustomerIfExists } from '../lock/lockCustomers.ts'
import type { DeletionBlocker } from '../ports.ts'
import { anonymizeCustomer, disableCharging } from './customers.sql.ts'

/** Anonymizes a customer. The ledger and the invoices stay, because the law requires them. */
export async function deleteCustomer(
  tx: Tx,
  blockers: readonly DeletionBlocker[],
  scope: Scope,
  id: string,
): Promise<void> {
  await lockCustomerIfExists(tx, scope, id)
  for (const findBlock of blockers) {
    const block = await findBlock(tx, scope.environmentId, id)
    if (!block) continue
    const { message, ...options } = block
    throw new PurserError('invalid_state', message, options)
  }
  if (!(await anonymizeCustomer(tx, scope, id))) throw notFound('customer', id)
  await disableCharging(tx, scope, id)
}
