import type { Amount } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { returnTaken } from './core/takeBack.ts'
import { getGrant } from './getGrant.ts'
import { withGrant } from './withGrant.ts'

/** Gives credits back that were taken for a refund, because the refund failed. */
export async function returnTakenCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { grantId, amount }: { grantId: string; amount: Amount },
): Promise<void> {
  const grant = await getGrant(tx, scope, grantId)
  await withGrant(tx, scope, grant, (wallet, now) => returnTaken(wallet, grantId, amount, now))
}
