import type { Clock } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { type DueWork, lockCustomerIfExists } from '../../customers/index.ts'
import { findCustomer } from '../../customers/read.ts'
import { readScope } from '../../organizations/read.ts'
import { issueInvoice } from '../invoice/finalizeInvoice.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import type { Billing } from '../ports.ts'
import { pendingDueAt } from './bill.core.ts'
import {
  findDuePendingCharges,
  listPendingChargesOnClock,
  listPendingLines,
  type PendingCharges,
} from './pendingLines.sql.ts'

/** Bills pending lines that no invoice has taken by the end of their month. */
export const billPendingLines = (
  billing: Pick<Billing, 'db' | 'tax'>,
  clock: Clock,
): Promise<void> =>
  workThrough<PendingCharges>(
    'customers with pending lines',
    (last) => findDuePendingCharges(billing.db, clock.now(), last),
    async ({ environmentId, ...of }) => {
      const scope = await readScope(billing.db, environmentId, clock.now())
      await billPendingCharges(billing, scope, of)
    },
  )

/** Reports to test clocks when pending lines are due, and bills them. */
export const createPendingLinesWork = (
  billing: Pick<Billing, 'db' | 'tax'>,
  clock: Clock,
): DueWork => ({
  nextDueAt: async (key) => {
    const all = await listPendingChargesOnClock(billing.db, key)
    const due = all.map(({ oldestAt, timezone }) => pendingDueAt(oldestAt, timezone).getTime())
    return due.length === 0 ? null : new Date(Math.min(...due))
  },
  runDue: async (key, at) => {
    for (const charges of await listPendingChargesOnClock(billing.db, key)) {
      if (pendingDueAt(charges.oldestAt, charges.timezone) > at) continue
      const scope = await readScope(billing.db, key.environmentId, clock.now())
      await billPendingCharges(billing, scope, charges)
    }
  },
})

/**
 * Issues an invoice for pending lines that are due. Returns null if another caller was first, or if
 * the lines add up to a credit, which waits for a later charge.
 */
export async function billPendingCharges(
  { db, tax }: Pick<Billing, 'db' | 'tax'>,
  scope: Scope,
  of: { customerId: string; currency: string },
): Promise<InvoiceRecord | null> {
  const { environmentId } = scope
  return withTransaction(db, async (tx) => {
    const { customerId, currency } = of
    const { customer: locked, now: at } = await lockCustomerIfExists(tx, scope, customerId)
    if (!locked) return null
    const [oldest] = await listPendingLines(tx, environmentId, of)
    if (!oldest || pendingDueAt(oldest.createdAt, locked.timezone) > at) return null
    const customer = await findCustomer(tx, environmentId, customerId)
    invariant(customer, 'a locked customer exists')
    return issueInvoice(tx, tax, scope, {
      customer,
      currency,
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
