import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DueWork } from '../customers/index.ts'
import { settleWallet } from './settleWallet.ts'
import { findDueOnClock, findNextDue } from './store/clockWallets.ts'

/** Grants that expire and reservations that run out, for customers on a test clock. */
export const createDueWork = (db: Database, wallClock: Clock): DueWork => ({
  nextDueAt: (clock) => findNextDue(db, clock),
  runDue: async (clock, at) => {
    for (const wallet of await findDueOnClock(db, clock, at)) {
      await settleWallet(db, wallClock.now(), wallet)
    }
  },
})
