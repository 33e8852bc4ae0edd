import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { type DueWork, lockCustomers } from '../../customers/index.ts'
import { scopeOf } from '../../organizations/read.ts'
import { issueInvoice } from '../invoice/finalizeInvoice.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import type { Billing } from '../ports.ts'
import { pendingDueAt } from './bill.core.ts'
import {
  findLinesOwed,
  type LinesOwed,
  listLinesOfClock,
  listPendingLines,
} from './pendingLines.sql.ts'

/** Bills what waited for an invoice until the end of its month and found none. */
export const billPendingLines = (
  billing: Pick<Billing, 'db' | 'tax'>,
  clock: Clock,
): Promise<void> =>
  workThrough<LinesOwed>(
    'customers with pending lines',
    (last) => findLinesOwed(billing.db, clock.now(), last),
    async ({ environmentId, ...of }) => {
      const scope = await scopeOf(billing.db, environmentId, clock.now())
      await billLinesOwed(billing, scope, of)
    },
  )

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

/**
 * An invoice for what has waited long enough for one; null when another was first, or when there is
 * less to ask for than to give back, which waits for something to be set against.
 */
export async function billLinesOwed(
  { db, tax }: Pick<Billing, 'db' | 'tax'>,
  scope: Scope,
  of: { customerId: string; currency: string },
): Promise<InvoiceRecord | null> {
  const { environmentId } = scope
  return withTransaction(db, async (tx) => {
    const { customerId } = of
    const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
    if (!customer) return null
    const at = customer.frozenTime ?? scope.now
    const [oldest] = await listPendingLines(tx, environmentId, of)
    if (!oldest || pendingDueAt(oldest.createdAt, customer.timezone) > at) return null
    return issueInvoice(tx, tax, scope, {
      ...of,
      lines: [],
      discount: null,
      takesPending: true,
      at,
      subscriptionId: null,
      reason: 'pending_lines',
      cycleStart: null,
      collectionMethod: customer.collectionMethod,
      periodStart: null,
      periodEnd: null,
    })
  })
}
