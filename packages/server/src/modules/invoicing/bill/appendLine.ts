import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { insertPendingLine, type PendingLine } from './pendingLines.sql.ts'

/**
 * Puts what a customer owes where its next invoice in that currency picks it up. The caller holds
 * the customer's lock; a source is billed once, which the database holds.
 */
export async function appendLine(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  line: Omit<PendingLine, 'id'>,
): Promise<void> {
  const id = newIdInBucket('invoiceLine', bucketOf(environmentId, line.customerId))
  await insertPendingLine(tx, environmentId, { ...line, id })
}
