import { type Amount, isZero, parseAmount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getGrant, withGrant } from './getGrant.ts'
import { creditsForShare, type RefundShare, restoreTaken, takeUnspent } from './grants.core.ts'
import { findTopUpGrant } from './grants.sql.ts'

/**
 * Takes the unspent part of the credits that a refunded payment bought. Returns null if the payment
 * bought no credits.
 */
export async function takeRefundedCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  attemptId: string,
  share: RefundShare,
): Promise<{ grantId: string; taken: Amount } | null> {
  const grant = await findTopUpGrant(tx, scope.environmentId, attemptId)
  if (!grant) return null
  const refundedCredits = creditsForShare(parseAmount(grant.amount), share)
  if (isZero(refundedCredits)) return null
  const taken = await withGrant(tx, scope, grant, (wallet, now) =>
    takeUnspent(wallet, grant.id, refundedCredits, now),
  )
  return { grantId: grant.id, taken }
}

/** Restores credits that were taken for a refund that failed. */
export async function restoreTakenCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { grantId, amount }: { grantId: string; amount: Amount },
): Promise<void> {
  const grant = await getGrant(tx, scope, grantId)
  await withGrant(tx, scope, grant, (wallet, now) => restoreTaken(wallet, grantId, amount, now))
}
