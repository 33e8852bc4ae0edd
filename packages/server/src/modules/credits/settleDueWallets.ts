import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import { settleWallet } from './settleWallet.ts'
import { type DueWallet, findDueWallets } from './store.ts'

const PAGE = 100
const START = { dueAt: new Date(0), id: '' }

/**
 * Books what has run out in wallets that nobody uses: each wallet in a transaction of its own, so
 * that sweepers side by side take turns.
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
