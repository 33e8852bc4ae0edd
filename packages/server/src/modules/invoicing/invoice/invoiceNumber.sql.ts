import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

const DIGITS = 6

/**
 * Takes the environment's next invoice number. The counter stays locked until the transaction ends,
 * which prevents gaps. Callers therefore take the number last.
 */
export async function takeInvoiceNumber(tx: Tx, environmentId: string): Promise<string> {
  const { last_invoice: last } = await tx
    .insertInto('invoice_counters')
    .values({ environment_id: environmentId, last_invoice: 1, last_credit_note: 0 })
    .onConflict((conflict) =>
      conflict
        .column('environment_id')
        .doUpdateSet({ last_invoice: sql`invoice_counters.last_invoice + 1` }),
    )
    .returning('last_invoice')
    .executeTakeFirstOrThrow()
  return `INV-${String(last).padStart(DIGITS, '0')}`
}
