import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CreditNoteRecord } from '../read/creditNotes.ts'

const DIGITS = 6

/**
 * The next number of an environment's credit notes. Whoever takes one has the counter to itself
 * until it commits or rolls back, so it is asked for last; that is why there is no gap.
 */
export async function takeCreditNoteNumber(tx: Tx, environmentId: string): Promise<string> {
  const { last_credit_note: last } = await tx
    .insertInto('invoice_counters')
    .values({ environment_id: environmentId, last_invoice: 0, last_credit_note: 1 })
    .onConflict((conflict) =>
      conflict
        .column('environment_id')
        .doUpdateSet({ last_credit_note: sql`invoice_counters.last_credit_note + 1` }),
    )
    .returning('last_credit_note')
    .executeTakeFirstOrThrow()
  return `CN-${String(last).padStart(DIGITS, '0')}`
}

export const insertCreditNote = (
  tx: Tx,
  environmentId: string,
  note: Omit<CreditNoteRecord, 'refundIds'>,
) =>
  tx
    .insertInto('credit_notes')
    .values({
      bucket: bucketOf(environmentId, note.customerId),
      environment_id: environmentId,
      id: note.id,
      number: note.number,
      invoice_id: note.invoiceId,
      customer_id: note.customerId,
      amount: note.amount,
      tax: note.tax,
      currency: note.currency,
      reason: note.reason,
      created_at: note.createdAt,
    })
    .execute()
