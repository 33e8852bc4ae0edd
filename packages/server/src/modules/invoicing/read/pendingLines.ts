import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** What a customer owes already, or is owed, and its next invoice in that currency has. */
export interface PendingLine {
  id: string
  customerId: string
  subscriptionId: string | null
  /** What it is for, by its id: one line each, for good. */
  source: string
  type: 'topup' | 'credit_package' | 'proration'
  description: string
  /** Whole minor units; negative gives back. */
  amount: number
  currency: string
  createdAt: Date
}

/** Lines that no invoice has taken up yet, in the order in which they came. */
export async function listPendingLines(
  tx: Tx,
  environmentId: string,
  { customerId, currency }: { customerId: string; currency: string },
): Promise<PendingLine[]> {
  const rows = await tx
    .selectFrom('pending_invoice_lines')
    .selectAll()
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('invoice_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    source: row.source,
    type: row.type as PendingLine['type'],
    description: row.description,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.created_at,
  }))
}
