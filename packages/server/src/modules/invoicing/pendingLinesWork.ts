import type { Clock } from '../../kernel/clock.ts'
import type { DueWork } from '../customers/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { billLinesOwed } from './billLinesOwed.ts'
import { pendingDueAt } from './core/pendingDue.ts'
import type { Billing } from './settleInvoicePayment.ts'
import { listLinesOfClock } from './store/duePendingLines.ts'

/** What a test clock must know of pending lines: when they are billed by themselves. */
export const createPendingLinesWork = (
  billing: Pick<Billing, 'db' | 'tax'>,
  clock: Clock,
): DueWork => ({
  nextDueAt: async (key) => {
    const all = await listLinesOfClock(billing.db, key)
    const due = all.map(({ oldestAt, timezone }) => pendingDueAt(oldestAt, timezone).getTime())
    return due.length === 0 ? null : new Date(Math.min(...due))
  },
  runDue: async (key, at) => {
    for (const owed of await listLinesOfClock(billing.db, key)) {
      if (pendingDueAt(owed.oldestAt, owed.timezone) > at) continue
      const scope = await scopeOf(billing.db, key.environmentId, clock.now())
      await billLinesOwed(billing, scope, owed)
    }
  },
})
