import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'

/**
 * Invalidates cached rights of a customer. Every use case that changes a customer's rights calls
 * it. The caller holds the customer's lock.
 */
export async function bumpRightsVersion(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set((eb) => ({ rights_version: eb('rights_version', '+', 1) }))
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', customerId)
    .execute()
}
