import { calendarPeriod } from '../../kernel/calendar.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { EMPTY_LOG, readAutoTopUpLogs } from '../credits/read.ts'
import type { ClockKey } from '../customers/index.ts'
import { restsUntil } from './core/decideFire.ts'
import { decideAutoTopUp } from './decideAutoTopUp.ts'
import { findLowOnClock, type LowWalletOnClock } from './store/clockWallets.ts'

interface NextRefill {
  wallet: LowWalletOnClock
  at: Date
}

/**
 * When the low wallets of a clock's customers may be refilled: at once, after their rest, or in the
 * month that follows a used up limit. Those that wait for something else, such as a card, are absent.
 */
export async function nextRefills(db: Database, clock: ClockKey): Promise<NextRefill[]> {
  const low = await findLowOnClock(db, clock)
  const [first] = low
  if (!first) return []
  const logs = await readAutoTopUpLogs(db, {
    environmentId: clock.environmentId,
    bucket: low.map(({ bucket }) => bucket),
    walletIds: low.map(({ walletId }) => walletId),
    // Only rests are read from these, and they know no month.
    now: first.frozenTime,
    timezone: 'UTC',
  })
  const found: NextRefill[] = []
  for (const wallet of low) {
    const rest = restsUntil(logs.get(wallet.walletId) ?? EMPTY_LOG)
    const isResting = rest !== null && rest.getTime() > wallet.frozenTime.getTime()
    const at = isResting ? rest : await whenRested(db, wallet)
    if (at !== null) found.push({ wallet, at })
  }
  return found
}

async function whenRested(db: Database, wallet: LowWalletOnClock): Promise<Date | null> {
  const { frozenTime: now, timezone } = wallet
  const asked = { ...wallet, id: wallet.walletId, status: 'active' } as const
  const decide = () => withTransaction(db, (tx) => decideAutoTopUp(tx, asked, now, null), 'read')
  const decision = await decide()
  if (typeof decision !== 'string') return now
  return decision === 'monthly_limit' ? calendarPeriod('month', now, timezone).end : null
}
