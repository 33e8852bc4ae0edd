import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import type { AttemptEnd } from './core/attemptState.ts'
import { type AttemptRecord, findAttempt, renderAttempt } from './read.ts'
import { writeEnd } from './store/attempts.ts'

/** Writes down how an attempt ended and tells the merchant. The caller holds the customer's lock. */
export async function endTopUp(
  tx: Tx,
  scope: Scope,
  attemptId: string,
  end: AttemptEnd,
  at: Date,
): Promise<AttemptRecord> {
  await writeEnd(tx, scope.environmentId, attemptId, end, at)
  const attempt = await findAttempt(tx, scope.environmentId, attemptId)
  invariant(attempt?.status === end.status, 'an attempt ends once')
  await tellMerchant(tx, scope, {
    type: `topup.${end.status}`,
    customerId: attempt.customerId,
    data: renderAttempt(attempt),
  })
  return attempt
}
