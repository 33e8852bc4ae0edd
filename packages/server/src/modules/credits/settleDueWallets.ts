import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { settle } from './core/settle.ts'
import { type DueWallet, findDueWallets } from './store.ts'
import { withWallet } from './withWallet.ts'

const BATCH = 100
const START = { dueAt: new Date(0), id: '' }

/**
 * Books what has run out in wallets that nobody uses: each wallet in a transaction of its own, so
 * that sweepers side by side take turns, and one that fails does not hold up the others.
 */
export async function settleDueWallets(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const failures: unknown[] = []
  let after: Pick<DueWallet, 'dueAt' | 'id'> = START
  for (;;) {
    const page = { now, after, limit: BATCH }
    const due = await withTransaction(db, (tx) => findDueWallets(sessionOf(tx), page), 'read')
    for (const wallet of due) {
      await settleOne(db, now, wallet).catch((error: unknown) => failures.push(error))
    }
    after = due.at(-1) ?? after
    if (due.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} wallets could not be settled`)
  }
}

const settleOne = (db: Database, now: Date, due: DueWallet): Promise<void> =>
  withTransaction(db, (tx) =>
    withWallet(tx, { environmentId: due.environmentId, now }, due, (opened) => {
      settle(opened.wallet, opened.now)
    }),
  )
