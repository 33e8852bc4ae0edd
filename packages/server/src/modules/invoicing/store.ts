import { bucketOf } from '../../kernel/bucket.ts'
import type { Tx } from '../../platform/db/database.ts'

export interface PendingLine {
  id: string
  customerId: string
  /** What is owed for, by its id: one line each, for good. */
  source: string
  description: string
  /** Whole minor units. */
  amount: number
  currency: string
  createdAt: Date
}

export const insertPendingLine = (tx: Tx, environmentId: string, line: PendingLine) =>
  tx
    .insertInto('pending_invoice_lines')
    .values({
      bucket: bucketOf(environmentId, line.customerId),
      environment_id: environmentId,
      id: line.id,
      customer_id: line.customerId,
      source: line.source,
      description: line.description,
      amount: line.amount,
      currency: line.currency,
      created_at: line.createdAt,
    })
    .execute()
