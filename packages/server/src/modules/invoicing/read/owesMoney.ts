import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Whether a customer has an open invoice, or owes what its next one will ask for. */
export async function owesMoney(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`
    SELECT EXISTS (
      SELECT FROM invoices WHERE bucket = ${bucketOf(environmentId, customerId)}
        AND environment_id = ${environmentId} AND customer_id = ${customerId} AND status = 'open'
    ) OR EXISTS (
      SELECT FROM pending_invoice_lines WHERE bucket = ${bucketOf(environmentId, customerId)}
        AND environment_id = ${environmentId} AND customer_id = ${customerId}
        AND invoice_id IS NULL AND amount > 0
    ) AS owes`.execute(tx)
  return rows[0]?.owes === true
}
