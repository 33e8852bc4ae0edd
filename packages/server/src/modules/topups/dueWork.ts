import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DueWork } from '../customers/index.ts'
import { scopeOf } from '../organizations/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { fireAutoTopUp } from './fireAutoTopUp.ts'
import { nextRefills } from './nextRefills.ts'
import { refillLowWallet } from './refillLowWallet.ts'
import { settleHangingTopUp } from './settleHangingTopUp.ts'
import { findPendingOnClock } from './store/clockWallets.ts'

/**
 * Auto-top-ups of customers on a test clock: those that a debit has left, and those that were
 * waiting for the end of a rest or of a month. A payment of which the provider says nothing is
 * asked for by the wall clock and does not hold up the test clock.
 */
export const createDueWork = (
  db: Database,
  providers: PaymentProviders,
  wallClock: Clock,
): DueWork => ({
  nextDueAt: async (clock) => {
    const pending = await findPendingOnClock(db, clock)
    const refills = await nextRefills(db, clock)
    const instants = [
      ...pending.flatMap(({ paymentId, createdAt }) => (paymentId === null ? [createdAt] : [])),
      ...refills.map(({ at }) => at),
    ].map((at) => at.getTime())
    return instants.length === 0 ? null : new Date(Math.min(...instants))
  },
  runDue: async (clock, at) => {
    const scope = await scopeOf(db, clock.environmentId, wallClock.now())
    for (const { attemptId, paymentId } of await findPendingOnClock(db, clock)) {
      await (paymentId === null
        ? fireAutoTopUp(db, providers, scope, attemptId)
        : settleHangingTopUp(db, providers, scope, paymentId))
    }
    for (const { wallet, at: due } of await nextRefills(db, clock)) {
      if (due.getTime() <= at.getTime()) await refillLowWallet(db, providers, scope, wallet)
    }
  },
})
