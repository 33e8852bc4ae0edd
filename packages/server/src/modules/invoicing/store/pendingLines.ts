import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PendingLine } from '../read/pendingLines.ts'

export const insertPendingLine = (tx: Tx, environmentId: string, line: PendingLine) =>
  tx
    .insertInto('pending_invoice_lines')
    .values({
      bucket: bucketOf(environmentId, line.customerId),
      environment_id: environmentId,
      id: line.id,
      customer_id: line.customerId,
      subscription_id: line.subscriptionId,
      source: line.source,
      type: line.type,
      description: line.description,
      amount: line.amount,
      currency: line.currency,
      created_at: line.createdAt,
    })
    .execute()

/** An invoice takes lines up, so that no other does. */
export const takePendingLines = (
  tx: Tx,
  environmentId: string,
  customerId: string,
  lineIds: readonly string[],
  invoiceId: string,
) =>
  tx
    .updateTable('pending_invoice_lines')
    .set({ invoice_id: invoiceId })
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', 'in', lineIds)
    .where('invoice_id', 'is', null)
    .execute()

/** What an invoice took up waits for another. */
export const freePendingLines = (
  tx: Tx,
  environmentId: string,
  customerId: string,
  invoiceId: string,
) =>
  tx
    .updateTable('pending_invoice_lines')
    .set({ invoice_id: null })
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .execute()
