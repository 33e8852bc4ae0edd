import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { carriedOut } from './core/refuse.ts'
import { voidGrant as takeBack } from './core/voidGrant.ts'
import { NeedsWholeWallet } from './core/wallet.ts'
import { getGrant } from './getGrant.ts'
import { loadGrants } from './read/loadWhole.ts'
import { withWallet } from './withWallet.ts'

/** Takes back what remains of a grant. */
export async function voidGrant(tx: Tx, scope: Scope, id: string): Promise<CreditGrant> {
  const target = await getGrant(tx, scope, id)
  await withWallet(tx, scope, target, async ({ wallet, now, session }) => {
    // Whether anything of it is held is known only when every reservation is.
    if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
    await loadGrants(session, wallet, [id])
    carriedOut(takeBack(wallet, id, now), 'grant')
  })
  return getGrant(tx, scope, id)
}
