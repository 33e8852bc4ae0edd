import type { CreditGrant } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { loadGrants } from '../wallet/loadWhole.sql.ts'
import { NeedsWholeWallet, type Wallet } from '../wallet/wallet.core.ts'
import { withWallet } from '../wallet/withWallet.ts'
import { findGrant } from './grants.sql.ts'

export async function getGrant(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<CreditGrant> {
  const grant = await findGrant(tx, environmentId, id)
  if (!grant) throw notFound('grant', id)
  return grant
}

/** Loads the whole wallet and this grant, even if the grant has ended, and works on them. */
export const withGrant = <T>(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  grant: CreditGrant,
  work: (wallet: Wallet, now: Date) => T,
): Promise<T> =>
  withWallet(tx, scope, grant, async ({ wallet, now, session }) => {
    // Credits of the grant may be held by any reservation, so all of them must be loaded.
    if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
    await loadGrants(session, wallet, [grant.id])
    return work(wallet, now)
  })
