import { type Amount, isZero, parseAmount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getGrant, withGrant } from './getGrant.ts'
import { creditsForShare, type RefundShare, returnTaken, takeBack } from './grants.core.ts'
import { findTopUpGrant } from './grants.sql.ts'

/** Takes back, as far as unspent, the credits that a part of a payment bought; null when it bought none. */
export async function takeBackTopUp(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  attemptId: string,
  share: RefundShare,
): Promise<{ grantId: string; taken: Amount } | null> {
  const grant = await findTopUpGrant(tx, scope.environmentId, attemptId)
  if (!grant) return null
  const wanted = creditsForShare(parseAmount(grant.amount), share)
  if (isZero(wanted)) return null
  const taken = await withGrant(tx, scope, grant, (wallet, now) =>
    takeBack(wallet, grant.id, wanted, now),
  )
  return { grantId: grant.id, taken }
}

/** Gives credits back that were taken for a refund, because the refund failed. */
export async function returnTakenCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { grantId, amount }: { grantId: string; amount: Amount },
): Promise<void> {
  const grant = await getGrant(tx, scope, grantId)
  await withGrant(tx, scope, grant, (wallet, now) => returnTaken(wallet, grantId, amount, now))
}
