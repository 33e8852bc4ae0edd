import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { settle } from './core/settle.ts'
import { type WalletTarget, withWallet } from './withWallet.ts'

/** Books what has run out in a wallet, by its customer's time. */
export const settleWallet = (
  db: Database,
  now: Date,
  wallet: WalletTarget & { environmentId: string },
): Promise<void> =>
  withTransaction(db, (tx) =>
    withWallet(tx, { environmentId: wallet.environmentId, now }, wallet, (opened) => {
      settle(opened.wallet, opened.now)
    }),
  )
