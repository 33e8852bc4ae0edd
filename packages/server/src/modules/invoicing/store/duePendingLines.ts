import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

const PAGE = 100

/** A customer whose pending lines in a currency ask for something, in the order of its name. */
export interface LinesOwed {
  environmentId: string
  customerId: string
  currency: string
}

/**
 * Customers who owe for a month that is over, by their own calendar and time. Those of a clock that
 * is on its way are left to whoever takes it there.
 */
export async function findLinesOwed(
  db: Database,
  now: Date,
  after: LinesOwed | null,
): Promise<LinesOwed[]> {
  const { environmentId, customerId, currency } = after ?? {
    environmentId: '',
    customerId: '',
    currency: '',
  }
  const { rows } = await sql<LinesOwed>`
    SELECT l.environment_id AS "environmentId", l.customer_id AS "customerId", l.currency
    FROM pending_invoice_lines l
    JOIN customers c ON c.bucket = l.bucket AND c.environment_id = l.environment_id
      AND c.id = l.customer_id AND c.deleted_at IS NULL
    LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    WHERE l.invoice_id IS NULL AND coalesce(t.status, 'ready') = 'ready'
      AND (l.environment_id, l.customer_id, l.currency)
        > (${environmentId}::text, ${customerId}::text, ${currency}::text)
    GROUP BY l.environment_id, l.customer_id, l.currency, c.timezone, t.frozen_time
    HAVING sum(l.amount) > 0
      AND date_trunc('month', min(l.created_at) AT TIME ZONE c.timezone)
        < date_trunc('month', coalesce(t.frozen_time, ${now}::timestamptz) AT TIME ZONE c.timezone)
    ORDER BY l.environment_id, l.customer_id, l.currency LIMIT ${PAGE}`.execute(db)
  return rows
}

/** The same with the oldest of the lines, and the calendar by which its month ends. */
interface ClockLines extends LinesOwed {
  oldestAt: Date
  timezone: string
}

/** What customers of a test clock owe, however long since. */
export async function listLinesOfClock(
  db: Database,
  { environmentId, testClockId }: { environmentId: string; testClockId: string },
): Promise<ClockLines[]> {
  const { rows } = await sql<ClockLines>`
    SELECT l.environment_id AS "environmentId", l.customer_id AS "customerId", l.currency,
      min(l.created_at) AS "oldestAt", c.timezone
    FROM customers c
    JOIN pending_invoice_lines l ON l.bucket = c.bucket AND l.environment_id = c.environment_id
      AND l.customer_id = c.id AND l.invoice_id IS NULL
    WHERE c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId}
      AND c.deleted_at IS NULL
    GROUP BY l.environment_id, l.customer_id, l.currency, c.timezone
    HAVING sum(l.amount) > 0
    ORDER BY l.customer_id, l.currency`.execute(db)
  return rows
}
