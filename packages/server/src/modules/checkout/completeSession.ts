import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { endSession } from './endSession.ts'
import { listSessionsOfPayment } from './read.ts'

/** Ends the sessions that a payment is made in, where it has ended them. */
export async function completeSession(
  db: Database,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    for (const { session } of await listSessionsOfPayment(tx, scope.environmentId, paymentId)) {
      if (session.status === 'pending') await endSession(tx, scope, session)
    }
  })
}
