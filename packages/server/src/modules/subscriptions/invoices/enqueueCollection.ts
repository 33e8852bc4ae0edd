import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'

/**
 * Enqueues the collection of an invoice. Without the job, the sweep collects it within a minute.
 */
export async function enqueueCollection(
  tx: Tx,
  { environmentId }: Scope,
  { id: invoiceId, status, nextAttemptAt }: InvoiceRecord,
): Promise<void> {
  if (status !== 'open' || nextAttemptAt === null) return
  await enqueue(tx, {
    task: 'collectInvoice',
    payload: { environmentId, invoiceId },
    key: `collectInvoice:${invoiceId}`,
  })
}
