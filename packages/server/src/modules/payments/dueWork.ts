import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import type { DueWork } from '../customers/index.ts'
import { nextNoticeAt } from './core/cardExpiry.ts'
import { noticeExpiringMethod } from './noticeExpiringMethod.ts'
import { findCardDates, findExpiringOnClock } from './store/clockMethods.ts'

/** Cards that run out, for customers on a test clock. */
export const createDueWork = (db: Database, wallClock: Clock): DueWork => ({
  nextDueAt: async (clock) => {
    const instants = (await findCardDates(db, clock)).flatMap((card) => {
      const at = nextNoticeAt(card, card.wasTold)
      return at ? [at.getTime()] : []
    })
    return instants.length === 0 ? null : new Date(Math.min(...instants))
  },
  runDue: async (clock, at) => {
    for (const method of await findExpiringOnClock(db, clock, at)) {
      await withTransaction(db, (tx) => noticeExpiringMethod(tx, wallClock.now(), method))
    }
  },
})
