import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import type { WalletStatus } from './wallet.core.ts'
import { findWallet, writeStatus } from './wallet.sql.ts'

/** Blocks every operation that takes credits out of a wallet, until the wallet is unfrozen. */
export const freezeWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  walletId: string,
): Promise<boolean> => changeStatus(tx, scope, walletId, { from: 'active', to: 'frozen' })

export const unfreezeWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  walletId: string,
): Promise<boolean> => changeStatus(tx, scope, walletId, { from: 'frozen', to: 'active' })

/** Changes the status of a wallet. Returns false if it already had that status. */
async function changeStatus(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  walletId: string,
  { from, to }: { from: WalletStatus; to: WalletStatus },
): Promise<boolean> {
  const { environmentId } = scope
  const session = sessionOf(tx)
  const owner = await findWallet(session, environmentId, walletId)
  if (!owner) throw notFound('wallet', walletId)
  // A deleted customer cannot be locked, but its wallet can still be frozen.
  // Time never goes backwards in a wallet, so it must not get ahead of its customer's clock.
  const { now } = await lockCustomerIfExists(tx, scope, owner.customerId)
  const { status = from } = (await findWallet(session, environmentId, walletId)) ?? {}
  if (status === to) return false
  if (status !== from) {
    throw new PurserError('invalid_state', `The wallet is ${status}, so it cannot become ${to}.`)
  }
  await writeStatus(session, { environmentId, walletId, status: to, now })
  return true
}
