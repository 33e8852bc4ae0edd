import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { isClockReady, joinCustomerAndClock, rowsOnClock } from '../../../platform/db/dueOnClock.ts'

/** A charge or credit for the customer's next invoice in its currency. */
export interface PendingLine {
  id: string
  customerId: string
  subscriptionId: string | null
  /**
   * Identifies the cause of the line, for example a top-up or an invoice. A source has at most one
   * line.
   */
  source: string
  type: 'topup' | 'credit_package' | 'proration'
  description: string
  /** Whole minor units. Negative amounts credit the customer. */
  amount: number
  currency: string
  createdAt: Date
}

/** Lists the lines that are on no invoice yet, oldest first. */
export async function listPendingLines(
  tx: Tx,
  environmentId: string,
  { customerId, currency }: { customerId: string; currency: string },
): Promise<PendingLine[]> {
  const rows = await tx
    .selectFrom('pending_invoice_lines')
    .selectAll()
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('invoice_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    source: row.source,
    type: row.type as PendingLine['type'],
    description: row.description,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.created_at,
  }))
}

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

/** Assigns lines to an invoice, so that no other invoice takes them. */
export const assignPendingLines = (
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

/** Detaches an invoice's lines, so that the next invoice takes them. */
export const releasePendingLines = (
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

const PAGE = 100

/** A customer whose pending lines in a currency add up to a charge. */
export interface PendingCharges {
  environmentId: string
  customerId: string
  currency: string
}

/**
 * Finds customers with pending lines from a month that has ended in the customer's timezone and on
 * the customer's clock. Skips customers whose test clock is not ready.
 */
export async function findDuePendingCharges(
  db: Database,
  now: Date,
  after: PendingCharges | null,
): Promise<PendingCharges[]> {
  const { environmentId, customerId, currency } = after ?? {
    environmentId: '',
    customerId: '',
    currency: '',
  }
  const { rows } = await sql<PendingCharges>`
    SELECT l.environment_id AS "environmentId", l.customer_id AS "customerId", l.currency
    FROM pending_invoice_lines l ${joinCustomerAndClock('l')}
    WHERE l.invoice_id IS NULL AND ${isClockReady}
      AND (l.environment_id, l.customer_id, l.currency)
        > (${environmentId}::text, ${customerId}::text, ${currency}::text)
    GROUP BY l.environment_id, l.customer_id, l.currency, c.timezone, k.frozen_time
    HAVING sum(l.amount) > 0
      AND date_trunc('month', min(l.created_at) AT TIME ZONE c.timezone)
        < date_trunc('month', coalesce(k.frozen_time, ${now}::timestamptz) AT TIME ZONE c.timezone)
    ORDER BY l.environment_id, l.customer_id, l.currency LIMIT ${PAGE}`.execute(db)
  return rows
}

interface ClockPendingCharges extends PendingCharges {
  oldestAt: Date
  timezone: string
}

/** Lists pending charges of a test clock's customers, whether or not they are due. */
export async function listPendingChargesOnClock(
  db: Database,
  clock: ClockKey,
): Promise<ClockPendingCharges[]> {
  const { rows } = await sql<ClockPendingCharges>`
    SELECT l.environment_id AS "environmentId", l.customer_id AS "customerId", l.currency,
      min(l.created_at) AS "oldestAt", c.timezone
    FROM ${rowsOnClock(clock, 'pending_invoice_lines', 'l')}
    WHERE l.invoice_id IS NULL
    GROUP BY l.environment_id, l.customer_id, l.currency, c.timezone
    HAVING sum(l.amount) > 0
    ORDER BY l.customer_id, l.currency`.execute(db)
  return rows
}
