import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { renderSessionStatus, type SessionStatus, statusOf } from './session.core.ts'
import { findSession, listSessionsOfPayment, writeSessionEnd } from './sessions.sql.ts'

interface Ending {
  id: string
  customerId: string
  /** Facts that only the caller knows: the card was saved, or the session's time is over. */
  because?: 'saved' | 'out_of_time'
}

/**
 * Ends a session if its purchase has ended, and emits the event. Several callers may notice the end
 * at once: the customer's lock ensures that the session ends once. Returns the session's status.
 */
export async function endSession(
  tx: Tx,
  scope: Scope,
  { id, customerId, because }: Ending,
): Promise<SessionStatus | null> {
  const { environmentId } = scope
  const { customer, now: at } = await lockCustomerIfExists(tx, scope, customerId)
  if (!customer) return null
  const found = await findSession(tx, environmentId, id)
  invariant(found, 'a session is never deleted')
  const { session, progress } = found
  if (session.status !== 'pending') return session.status
  const currentStatus = because === 'saved' ? 'completed' : statusOf(session, progress)
  // An open payment may still succeed after the session's time is over.
  const isOutOfTime = because === 'out_of_time' && session.paymentId === null
  const status = currentStatus === 'pending' && isOutOfTime ? 'expired' : currentStatus
  if (status === 'pending') return status
  const completedAt = because === 'saved' ? at : (progress.at ?? at)
  await writeSessionEnd(
    tx,
    environmentId,
    id,
    status === 'completed' ? { status, completedAt } : { status },
    at,
  )
  await emitSessionEnded(tx, scope, id)
  return status
}

/** Emits `checkout.completed` or `checkout.expired`. */
export async function emitSessionEnded(tx: Tx, scope: Scope, id: string): Promise<void> {
  const ended = await findSession(tx, scope.environmentId, id)
  invariant(ended, 'a session is never deleted')
  const { customerId, purpose, status } = ended.session
  await emitEvent(tx, scope, {
    type: `checkout.${status}`,
    customerId,
    data: { ...renderSessionStatus(ended), customerId, purpose },
  })
}

/** Ends the pending sessions of a payment whose purchase has ended. */
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
