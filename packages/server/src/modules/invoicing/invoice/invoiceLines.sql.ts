import type { InvoiceDetail } from '@purser/contract'
import { type Amount, formatAmount, parseStored, toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId, newIdInBucket } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BilledLine } from '../bill/bill.core.ts'
import type { TaxTerms } from '../tax/lineTax.core.ts'
import type { LineType } from './invoice.core.ts'
import type { InvoiceRecord } from './invoice.sql.ts'

interface InvoiceLineRecord {
  id: string
  type: LineType
  description: string
  subscriptionId: string | null
  planId: string | null
  chargeId: string | null
  metricId: string | null
  quantity: Amount
  unitAmount: Amount | null
  subtotal: number
  discount: number
  tax: number
  total: number
  periodStart: Date | null
  periodEnd: Date | null
}

/** Lists the lines of an invoice from top to bottom. */
export async function listInvoiceLines(
  tx: Tx,
  environmentId: string,
  invoiceId: string,
): Promise<InvoiceLineRecord[]> {
  const bucket = bucketOfId('invoice', invoiceId)
  if (bucket === null) return []
  const rows = await tx
    .selectFrom('invoice_lines')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type as LineType,
    description: row.description,
    subscriptionId: row.subscription_id,
    planId: row.plan_id,
    chargeId: row.charge_id,
    metricId: row.metric_id,
    quantity: parseStored(row.quantity),
    unitAmount: row.unit_amount === null ? null : parseStored(row.unit_amount),
    subtotal: row.subtotal,
    discount: row.discount,
    tax: row.tax,
    total: row.total,
    periodStart: row.period_start,
    periodEnd: row.period_end,
  }))
}

export const renderLine = (line: InvoiceLineRecord): InvoiceDetail['lineItems'][number] => ({
  id: line.id,
  type: line.type,
  description: line.description,
  planId: line.planId,
  chargeId: line.chargeId,
  metricId: line.metricId,
  quantity: toNearestNumber(line.quantity),
  unitAmount: line.unitAmount === null ? null : toNearestNumber(line.unitAmount),
  subtotal: line.subtotal,
  discount: line.discount,
  tax: line.tax,
  total: line.total,
  periodStart: line.periodStart?.toISOString() ?? null,
  periodEnd: line.periodEnd?.toISOString() ?? null,
})

/** A billed line of a subscription whose period ends after a given time. */
export interface LineBilledAhead {
  subscriptionId: string
  planId: string | null
  chargeId: string | null
  description: string
  /** The price less its discount. Negative if the line credits unused time. */
  amount: number
  periodStart: Date
  periodEnd: Date
}

/** Lines of a customer's invoices that are neither void nor drafts. */
const billedLines = (tx: Tx, environmentId: string, customerId: string) =>
  tx
    .selectFrom('invoice_lines as l')
    .innerJoin('invoices as i', (join) =>
      join
        .onRef('i.bucket', '=', 'l.bucket')
        .onRef('i.environment_id', '=', 'l.environment_id')
        .onRef('i.id', '=', 'l.invoice_id'),
    )
    .where('l.bucket', '=', bucketOf(environmentId, customerId))
    .where('l.environment_id', '=', environmentId)
    .where('i.customer_id', '=', customerId)
    .where('i.status', 'not in', ['void', 'draft'])

/** Lists billed lines of subscriptions whose period ends after `after`. */
export async function listLinesBilledAhead(
  tx: Tx,
  environmentId: string,
  of: { customerId: string; subscriptionIds: readonly string[]; after: Date },
): Promise<LineBilledAhead[]> {
  if (of.subscriptionIds.length === 0) return []
  const rows = await billedLines(tx, environmentId, of.customerId)
    .select(['l.subscription_id', 'l.plan_id', 'l.charge_id', 'l.description', 'l.subtotal'])
    .select(['l.discount', 'l.total', 'l.period_start', 'l.period_end', 'i.tax_terms'])
    .where('l.subscription_id', 'in', of.subscriptionIds)
    .where('l.type', 'in', ['recurring', 'minimum', 'proration'])
    .where('l.charge_id', 'is not', null)
    .where('l.period_end', '>', of.after)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .orderBy('l.position')
    .execute()
  return rows.flatMap((row) => {
    const { subscription_id: subscriptionId, period_start: start, period_end: end } = row
    if (subscriptionId === null || start === null || end === null) return []
    return [
      {
        subscriptionId,
        planId: row.plan_id,
        chargeId: row.charge_id,
        description: row.description,
        amount: priceOf(row),
        periodStart: start,
        periodEnd: end,
      },
    ]
  })
}

/**
 * A billed line for the usage or the minimum of a charge. `amount` is the price less its discount.
 */
interface UsageLine {
  chargeId: string
  type: 'usage' | 'overage' | 'minimum'
  amount: number
  periodStart: Date
}

/** Lists the billed lines of a subscription for usage and minimums. */
export async function listUsageLines(
  tx: Tx,
  environmentId: string,
  of: { customerId: string; subscriptionId: string; chargeIds: readonly string[] },
): Promise<UsageLine[]> {
  const rows = await billedLines(tx, environmentId, of.customerId)
    .select(['l.charge_id', 'l.type', 'l.subtotal', 'l.discount', 'l.total', 'l.period_start'])
    .select('i.tax_terms')
    .where('l.subscription_id', '=', of.subscriptionId)
    .where('l.type', 'in', ['usage', 'overage', 'minimum'])
    .where('l.charge_id', 'in', of.chargeIds)
    .execute()
  return rows.flatMap((row) => {
    const { charge_id: chargeId, period_start: periodStart } = row
    if (chargeId === null || periodStart === null) return []
    const type = row.type as UsageLine['type']
    return [{ chargeId, type, amount: priceOf(row), periodStart }]
  })
}

interface PricedRow {
  subtotal: number
  discount: number
  total: number
  tax_terms: unknown
}

/** The catalog price less the discount. */
const priceOf = ({ subtotal, discount, total, tax_terms }: PricedRow): number =>
  (tax_terms as TaxTerms | null)?.isInclusive ? total : subtotal - discount

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
  // A statement has at most 65,535 parameters.
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx
      .insertInto('invoice_lines')
      .values(rows.slice(at, at + ROWS))
      .execute()
  }
}

const ROWS = 1_000
