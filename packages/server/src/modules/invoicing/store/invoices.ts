import { sql } from 'kysely'
import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { BilledLine } from '../core/bill.ts'
import type { Parties } from '../core/invoiceParties.ts'
import type { InvoiceRecord } from '../read/invoices.ts'

const DIGITS = 6

/**
 * The next number of an environment. Whoever takes one has the counter to itself until it commits
 * or rolls back, so it is asked for last; that is why there is no gap.
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

/** How far an invoice is paid: all that may change once it is finalised. */
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

/** Writes what has changed of an invoice, under its customer's lock. */
export const writeInvoiceState = (tx: Tx, environmentId: string, invoice: InvoiceRecord) =>
  tx
    .updateTable('invoices')
    .set(stateOf(invoice))
    .where('bucket', '=', bucketOf(environmentId, invoice.customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', invoice.id)
    .execute()

/** When it first could not be collected by itself: from then on the days of the schedule count. */
export async function keepFirstFailure(
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
  invariant(row.first_failed_at, 'it has failed now')
  return row.first_failed_at
}

export async function insertInvoiceLines(
  tx: Tx,
  environmentId: string,
  { id: invoiceId, customerId }: Pick<InvoiceRecord, 'id' | 'customerId'>,
  lines: readonly BilledLine[],
): Promise<void> {
  const bucket = bucketOf(environmentId, customerId)
  const rows = lines.map((line, position) => ({
    bucket,
    environment_id: environmentId,
    id: newIdInBucket('invoiceLine', bucket),
    invoice_id: invoiceId,
    position,
    type: line.type,
    description: line.description,
    subscription_id: line.subscriptionId,
    plan_id: line.planId,
    charge_id: line.chargeId,
    metric_id: line.metricId,
    quantity: formatAmount(line.quantity),
    unit_amount: line.unitAmount && formatAmount(line.unitAmount),
    subtotal: line.subtotal,
    discount: line.discount,
    tax: line.tax,
    total: line.total,
    period_start: line.periodStart,
    period_end: line.periodEnd,
  }))
  // A statement takes 65,535 parameters at most.
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx
      .insertInto('invoice_lines')
      .values(rows.slice(at, at + ROWS))
      .execute()
  }
}

const ROWS = 1_000
