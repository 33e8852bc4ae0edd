import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { settle } from './core/settle.ts'
import { touch, type Wallet } from './core/wallet.ts'
import { type WalletTarget, withWallet } from './withWallet.ts'

/** A customer's wallet as it stands now, made when there is none. The customer is locked by it. */
export const ensureWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  target: WalletTarget,
): Promise<Wallet> =>
  withWallet(tx, scope, target, ({ wallet, now }) => {
    touch(wallet, settle(wallet, now))
    return wallet
  })
