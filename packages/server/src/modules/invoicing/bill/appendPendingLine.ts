import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { insertPendingLine, type PendingLine } from './pendingLines.sql.ts'

/**
 * Adds a line to the customer's next invoice in the line's currency. The caller holds the
 * customer's lock. A unique key ensures that each `source` is billed once.
 */
export async function appendPendingLine(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  line: Omit<PendingLine, 'id'>,
): Promise<void> {
  const id = newIdInBucket('invoiceLine', bucketOf(environmentId, line.customerId))
  await insertPendingLine(tx, environmentId, { ...line, id })
}
