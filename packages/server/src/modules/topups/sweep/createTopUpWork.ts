import { calendarPeriod } from '../../../kernel/calendar.ts'
import type { Clock, ClockKey } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { EMPTY_AUTO_TOP_UP_LOG, readAutoTopUpLogs } from '../../credits/read.ts'
import type { DueWork } from '../../customers/index.ts'
import { readScope } from '../../organizations/read.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { settleOpenTopUp } from '../attempts/settleTopUp.ts'
import { backoffEndsAt } from '../auto/autoTopUpDecision.core.ts'
import { decideAutoTopUp } from '../auto/decideAutoTopUp.ts'
import { fireAutoTopUp } from '../auto/fireAutoTopUp.ts'
import { refillLowWallet } from '../auto/refillLowWallet.ts'
import {
  findLowWalletsOnClock,
  findPendingAttemptsOnClock,
  type LowWalletOnClock,
} from './dueTopUps.sql.ts'

/**
 * Runs the auto-top-ups of customers on a test clock: pending attempts, and refills whose backoff
 * or monthly limit ends. A payment with an unknown outcome follows the wall clock and does not hold
 * up the test clock.
 */
export const createTopUpWork = (
  db: Database,
  providers: PaymentProviders,
  wallClock: Clock,
): DueWork => ({
  nextDueAt: async (clock) => {
    const pending = await findPendingAttemptsOnClock(db, clock)
    const refills = await listNextRefills(db, clock)
    const instants = [
      ...pending.flatMap(({ paymentId, createdAt }) => (paymentId === null ? [createdAt] : [])),
      ...refills.map(({ at }) => at),
    ].map((at) => at.getTime())
    return instants.length === 0 ? null : new Date(Math.min(...instants))
  },
  runDue: async (clock, at) => {
    const scope = await readScope(db, clock.environmentId, wallClock.now())
    for (const { attemptId, paymentId } of await findPendingAttemptsOnClock(db, clock)) {
      await (paymentId === null
        ? fireAutoTopUp(db, providers, scope, attemptId)
        : settleOpenTopUp(db, providers, scope, paymentId))
    }
    for (const { wallet, at: due } of await listNextRefills(db, clock)) {
      if (due.getTime() <= at.getTime()) await refillLowWallet(db, providers, scope, wallet)
    }
  },
})

interface NextRefill {
  wallet: LowWalletOnClock
  at: Date
}

/**
 * Lists when the low wallets of a clock's customers may be refilled: now, after a backoff, or in
 * the month after a used-up limit. Wallets that wait for something else, such as a card, are left
 * out.
 */
async function listNextRefills(db: Database, clock: ClockKey): Promise<NextRefill[]> {
  const lowWallets = await findLowWalletsOnClock(db, clock)
  const [first] = lowWallets
  if (!first) return []
  const logs = await readAutoTopUpLogs(db, {
    environmentId: clock.environmentId,
    bucket: lowWallets.map(({ bucket }) => bucket),
    walletIds: lowWallets.map(({ walletId }) => walletId),
    // Only the backoff is read from these logs, so the month and time zone do not matter.
    now: first.frozenTime,
    timezone: 'UTC',
  })
  const nextRefills: NextRefill[] = []
  for (const wallet of lowWallets) {
    const backoffEnd = backoffEndsAt(logs.get(wallet.walletId) ?? EMPTY_AUTO_TOP_UP_LOG)
    const isResting = backoffEnd !== null && backoffEnd.getTime() > wallet.frozenTime.getTime()
    const at = isResting ? backoffEnd : await findRefillTime(db, wallet)
    if (at !== null) nextRefills.push({ wallet, at })
  }
  return nextRefills
}

async function findRefillTime(db: Database, wallet: LowWalletOnClock): Promise<Date | null> {
  const { frozenTime: now, timezone } = wallet
  const candidate = { ...wallet, id: wallet.walletId, status: 'active' } as const
  const decide = () =>
    withTransaction(db, (tx) => decideAutoTopUp(tx, candidate, now, null), 'read')
  const decision = await decide()
  if (typeof decision !== 'string') return now
  return decision === 'monthly_limit' ? calendarPeriod('month', now, timezone).end : null
}
