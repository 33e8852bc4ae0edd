import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { NeedsWholeWallet, type Wallet } from './core/wallet.ts'
import { loadGrants } from './read/loadWhole.ts'
import { withWallet } from './withWallet.ts'

/** Works on a wallet of which all is loaded, this grant included, whether or not it has ended. */
export const withGrant = <T>(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  grant: CreditGrant,
  work: (wallet: Wallet, now: Date) => T,
): Promise<T> =>
  withWallet(tx, scope, grant, async ({ wallet, now, session }) => {
    // Whether anything of it is held is known only when every reservation is.
    if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
    await loadGrants(session, wallet, [grant.id])
    return work(wallet, now)
  })
