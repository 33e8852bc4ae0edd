import type { Invoice } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { TaxTerms } from '../core/billLine.ts'
import type { InvoiceStatus } from '../core/invoiceState.ts'

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

/** Read it under its customer's lock, in a later statement, to change it. */
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

/** One page and one more, newest first. */
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

const shown = (at: Date | null): string | null => at?.toISOString() ?? null

/** An invoice as lists show it. */
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
  issuedAt: shown(invoice.issuedAt),
  dueAt: shown(invoice.dueAt),
  paidAt: shown(invoice.paidAt),
  nextAttemptAt: shown(invoice.nextAttemptAt),
  attemptCount: invoice.attemptCount,
  periodStart: shown(invoice.periodStart),
  periodEnd: shown(invoice.periodEnd),
  createdAt: invoice.createdAt.toISOString(),
  updatedAt: invoice.updatedAt.toISOString(),
})
