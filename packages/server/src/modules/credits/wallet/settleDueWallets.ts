import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { DueWork } from '../../customers/index.ts'
import { settle } from './settle.core.ts'
import {
  type DueWallet,
  findDueWallets,
  findDueWalletsOnClock,
  findNextWalletDueAt,
} from './wallet.sql.ts'
import { type WalletTarget, withWallet } from './withWallet.ts'

const PAGE = 100
const START = { dueAt: new Date(0), id: '' }

/**
 * Settles idle wallets. Each wallet has a separate transaction, so that a sweep locks only one
 * customer at a time.
 */
export async function settleDueWallets(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  await workThrough<DueWallet>(
    'wallets',
    (last) => {
      const page = { now, after: last ?? START, limit: PAGE }
      return withTransaction(db, (tx) => findDueWallets(sessionOf(tx), page), 'read')
    },
    (wallet) => settleWallet(db, now, wallet),
  )
}

/** Reports to test clocks when grants and reservations expire, and settles their wallets. */
export const createCreditWork = (db: Database, wallClock: Clock): DueWork => ({
  nextDueAt: (clock) => findNextWalletDueAt(db, clock),
  runDue: async (clock, at) => {
    for (const wallet of await findDueWalletsOnClock(db, clock, at)) {
      await settleWallet(db, wallClock.now(), wallet)
    }
  },
})

const settleWallet = (
  db: Database,
  now: Date,
  wallet: WalletTarget & { environmentId: string },
): Promise<void> =>
  withTransaction(db, (tx) =>
    withWallet(tx, { environmentId: wallet.environmentId, now }, wallet, (opened) => {
      settle(opened.wallet, opened.now)
    }),
  )
