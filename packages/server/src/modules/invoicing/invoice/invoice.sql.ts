import type { Invoice } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { TaxTerms } from '../tax/lineTax.core.ts'
import type { InvoiceStatus, Parties } from './invoice.core.ts'

export interface InvoiceRecord {
  id: string
  number: string | null
  customerId: string
  subscriptionId: string | null
  reason: 'start' | 'period' | 'change' | 'end' | 'pending_lines'
  cycleStart: Date | null
  status: InvoiceStatus
  collectionMethod: Invoice['collectionMethod']
  currency: string
  subtotal: number
  discount: number
  creditsApplied: number
  tax: number
  total: number
  amountDue: number
  amountPaid: number
  amountRefunded: number
  discountName: string | null
  taxTerms: TaxTerms | null
  periodStart: Date | null
  periodEnd: Date | null
  issuedAt: Date | null
  dueAt: Date | null
  paidAt: Date | null
  endedAt: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  createdAt: Date
  updatedAt: Date
}

const select = (tx: Tx, environmentId: string) =>
  tx.selectFrom('invoices').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toInvoice = (row: Row): InvoiceRecord => ({
  id: row.id,
  number: row.number,
  customerId: row.customer_id,
  subscriptionId: row.subscription_id,
  reason: row.reason as InvoiceRecord['reason'],
  cycleStart: row.cycle_start,
  status: row.status as InvoiceStatus,
  collectionMethod: row.collection_method as InvoiceRecord['collectionMethod'],
  currency: row.currency,
  subtotal: row.subtotal,
  discount: row.discount,
  creditsApplied: row.credits_applied,
  tax: row.tax,
  total: row.total,
  amountDue: row.amount_due,
  amountPaid: row.amount_paid,
  amountRefunded: row.amount_refunded,
  discountName: row.discount_name,
  taxTerms: row.tax_terms as TaxTerms | null,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  issuedAt: row.issued_at,
  dueAt: row.due_at,
  paidAt: row.paid_at,
  endedAt: row.ended_at,
  nextAttemptAt: row.next_attempt_at,
  attemptCount: row.attempt_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** To change the invoice, lock its customer first and read the invoice in a later statement. */
export async function findInvoice(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<InvoiceRecord | null> {
  const bucket = bucketOfId('invoice', id)
  if (bucket === null) return null
  const row = await select(tx, environmentId)
    .where('bucket', '=', bucket)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toInvoice(row) : null
}

interface InvoiceFilter {
  customerId?: string | undefined
  subscriptionId?: string | undefined
  status?: InvoiceStatus | undefined
}

/** Lists a page of invoices, newest first, and one more to detect a next page. */
export async function listInvoices(
  tx: Tx,
  environmentId: string,
  { customerId, subscriptionId, status }: InvoiceFilter,
  page: PageRequest,
): Promise<InvoiceRecord[]> {
  const rows = await select(tx, environmentId)
    .$if(customerId !== undefined, (query) =>
      query
        .where('bucket', '=', bucketOf(environmentId, customerId ?? ''))
        .where('customer_id', '=', customerId ?? ''),
    )
    .$if(subscriptionId !== undefined, (query) =>
      query
        .where('bucket', '=', bucketOfId('subscription', subscriptionId ?? '') ?? -1)
        .where('subscription_id', '=', subscriptionId ?? ''),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toInvoice)
}

/** Renders an invoice without lines and payments. */
export const renderInvoice = (invoice: InvoiceRecord): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  customerId: invoice.customerId,
  subscriptionId: invoice.subscriptionId,
  status: invoice.status,
  collectionMethod: invoice.collectionMethod,
  currency: invoice.currency,
  subtotal: invoice.subtotal,
  discount: invoice.discount,
  creditsApplied: invoice.creditsApplied,
  tax: invoice.tax,
  total: invoice.total,
  amountDue: invoice.amountDue,
  amountPaid: invoice.amountPaid,
  issuedAt: invoice.issuedAt?.toISOString() ?? null,
  dueAt: invoice.dueAt?.toISOString() ?? null,
  paidAt: invoice.paidAt?.toISOString() ?? null,
  nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? null,
  attemptCount: invoice.attemptCount,
  periodStart: invoice.periodStart?.toISOString() ?? null,
  periodEnd: invoice.periodEnd?.toISOString() ?? null,
  createdAt: invoice.createdAt.toISOString(),
  updatedAt: invoice.updatedAt.toISOString(),
})

/** Reads the seller and buyer as they were when the invoice was finalized. */
export async function readParties(
  tx: Tx,
  environmentId: string,
  invoiceId: string,
): Promise<Parties> {
  const row = await tx
    .selectFrom('invoices')
    .select(['seller', 'buyer'])
    .where('bucket', '=', bucketOfId('invoice', invoiceId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  invariant(row?.seller && row.buyer, 'an invoice names its seller and buyer')
  return row as Parties
}

/** Returns whether a customer has an open invoice or pending charges. */
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

export const insertInvoice = (
  tx: Tx,
  environmentId: string,
  invoice: InvoiceRecord,
  { seller, buyer }: Parties,
) =>
  tx
    .insertInto('invoices')
    .values({
      bucket: bucketOf(environmentId, invoice.customerId),
      environment_id: environmentId,
      id: invoice.id,
      number: invoice.number,
      customer_id: invoice.customerId,
      subscription_id: invoice.subscriptionId,
      reason: invoice.reason,
      cycle_start: invoice.cycleStart,
      collection_method: invoice.collectionMethod,
      currency: invoice.currency,
      subtotal: invoice.subtotal,
      discount: invoice.discount,
      credits_applied: invoice.creditsApplied,
      tax: invoice.tax,
      total: invoice.total,
      discount_name: invoice.discountName,
      tax_terms: invoice.taxTerms && json(invoice.taxTerms),
      seller: json(seller),
      buyer: json(buyer),
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
      issued_at: invoice.issuedAt,
      due_at: invoice.dueAt,
      created_at: invoice.createdAt,
      ...stateOf(invoice),
    })
    .execute()

/** The only columns that may change after an invoice is finalized. */
const stateOf = (invoice: InvoiceRecord) => ({
  status: invoice.status,
  amount_due: invoice.amountDue,
  amount_paid: invoice.amountPaid,
  amount_refunded: invoice.amountRefunded,
  paid_at: invoice.paidAt,
  ended_at: invoice.endedAt,
  next_attempt_at: invoice.nextAttemptAt,
  attempt_count: invoice.attemptCount,
  updated_at: invoice.updatedAt,
})

/** Stores an invoice's state. The caller holds the customer's lock. */
export const writeInvoiceState = (tx: Tx, environmentId: string, invoice: InvoiceRecord) =>
  tx
    .updateTable('invoices')
    .set(stateOf(invoice))
    .where('bucket', '=', bucketOf(environmentId, invoice.customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', invoice.id)
    .execute()

/**
 * Returns the time of the first failed automatic charge. The first call sets it to `at`. The retry
 * schedule counts from this time.
 */
export async function setFirstFailureOnce(
  tx: Tx,
  environmentId: string,
  { id, customerId }: Pick<InvoiceRecord, 'id' | 'customerId'>,
  at: Date,
): Promise<Date> {
  const row = await tx
    .updateTable('invoices')
    .set((eb) => ({ first_failed_at: eb.fn.coalesce('first_failed_at', eb.val(at)) }))
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .returning('first_failed_at')
    .executeTakeFirstOrThrow()
  invariant(row.first_failed_at, 'the invoice has a first failed payment')
  return row.first_failed_at
}
