import type { invoiceEndpoints, ResponseOf } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'

type CreditNote = ResponseOf<typeof invoiceEndpoints.createCreditNote>

export interface CreditNoteRecord {
  id: string
  number: string
  invoiceId: string
  customerId: string
  amount: number
  tax: number
  currency: string
  reason: string | null
  /** Oldest first. */
  refundIds: string[]
  createdAt: Date
}

const select = (tx: Tx, environmentId: string, bucket: number | null) =>
  tx
    .selectFrom('credit_notes as n')
    .selectAll('n')
    .select((eb) =>
      eb
        .selectFrom('refunds as r')
        .select(sql<string[]>`coalesce(array_agg(r.id ORDER BY r.id), '{}')`.as('ids'))
        .whereRef('r.bucket', '=', 'n.bucket')
        .whereRef('r.environment_id', '=', 'n.environment_id')
        .whereRef('r.credit_note_id', '=', 'n.id')
        .as('refund_ids'),
    )
    .where('n.bucket', '=', bucket ?? -1)
    .where('n.environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toCreditNote = (row: Row): CreditNoteRecord => ({
  id: row.id,
  number: row.number,
  invoiceId: row.invoice_id,
  customerId: row.customer_id,
  amount: row.amount,
  tax: row.tax,
  currency: row.currency,
  reason: row.reason,
  refundIds: row.refund_ids ?? [],
  createdAt: row.created_at,
})

export async function findCreditNote(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<CreditNoteRecord | null> {
  const row = await select(tx, environmentId, bucketOfId('creditNote', id))
    .where('n.id', '=', id)
    .executeTakeFirst()
  return row ? toCreditNote(row) : null
}

/** Lists a page of credit notes, newest first, and one more to detect a next page. */
export async function listCreditNotes(
  tx: Tx,
  environmentId: string,
  invoiceId: string,
  page: PageRequest,
): Promise<CreditNoteRecord[]> {
  const rows = await select(tx, environmentId, bucketOfId('invoice', invoiceId))
    .where('n.invoice_id', '=', invoiceId)
    .where(afterCursor(page, sql.ref('n.created_at'), sql.ref('n.id')))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toCreditNote)
}

export const renderCreditNote = (note: CreditNoteRecord): CreditNote => ({
  ...note,
  createdAt: note.createdAt.toISOString(),
})

const DIGITS = 6

/**
 * Takes the environment's next credit note number. The counter stays locked until the transaction
 * ends, which prevents gaps. Callers therefore take the number last.
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
