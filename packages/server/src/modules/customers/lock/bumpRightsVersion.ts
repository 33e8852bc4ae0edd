import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockCustomerIfExists } from './lockCustomer.ts'

/**
 * Invalidates cached rights of a customer. Every use case that changes a customer's rights calls
 * it.
 */
export async function bumpRightsVersion(tx: Tx, scope: Scope, customerId: string): Promise<void> {
  const { environmentId } = scope
  await lockCustomerIfExists(tx, scope, customerId)
  await tx
    .updateTable('customers')
    .set((eb) => ({ rights_version: eb('rights_version', '+', 1) }))
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', customerId)
    .execute()
}
