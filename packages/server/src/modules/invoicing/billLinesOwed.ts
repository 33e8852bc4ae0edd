import type { Scope } from '../../kernel/scope.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { lockCustomers } from '../customers/index.ts'
import { pendingDueAt } from './core/pendingDue.ts'
import { issueInvoice } from './issueInvoice.ts'
import type { InvoiceRecord } from './read/invoices.ts'
import { listPendingLines } from './read/pendingLines.ts'
import type { Billing } from './settleInvoicePayment.ts'

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
