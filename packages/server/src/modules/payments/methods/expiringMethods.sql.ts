import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { isClockAdvancing, rowsOnClock } from '../../../platform/db/dueOnClock.ts'
import { type CardDate, firstMonthAfterNotice, firstValidMonth } from './cardExpiry.core.ts'

/** A card that has expired, or that expires soon and whose merchant was not notified. */
export interface ExpiringMethod {
  organizationId: string
  environmentId: string
  environment: 'sandbox' | 'live'
  id: string
  customerId: string
}

/**
 * Lists expired cards, and cards that expire soon and whose merchant was not notified, ordered by
 * id. An index on the expiry date finds the cards of customers in real time. All cards of the
 * few customers on test clocks are read, unless their clock is advancing.
 */
export async function findExpiringMethods(
  tx: Tx,
  now: Date,
  { after, limit }: { after: string; limit: number },
): Promise<ExpiringMethod[]> {
  const soon = firstMonthAfterNotice(now)
  const past = firstValidMonth(now)
  const columns = sql`e.organization_id AS "organizationId", m.environment_id AS "environmentId",
    e.kind AS environment, m.id, m.customer_id AS "customerId"`
  const joins = sql`JOIN environments e ON e.id = m.environment_id
    JOIN customers c ON c.bucket = m.bucket AND c.environment_id = m.environment_id
      AND c.id = m.customer_id AND c.deleted_at IS NULL`
  const { rows } = await sql<ExpiringMethod>`
    SELECT ${columns} FROM payment_methods m ${joins}
    WHERE m.status = 'active' AND m.id > ${after} AND c.test_clock_id IS NULL
      AND (m.exp_year, m.exp_month) < (${soon.year}::smallint, ${soon.month}::smallint)
      AND (m.expiring_told_at IS NULL
        OR (m.exp_year, m.exp_month) < (${past.year}::smallint, ${past.month}::smallint))
    UNION ALL
    SELECT ${columns} FROM payment_methods m ${joins}
    JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id
      AND NOT ${isClockAdvancing}
    WHERE m.status = 'active' AND m.id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

/**
 * Records that the merchant is notified now. Returns false if the merchant was already notified of
 * this expiry date.
 */
export async function markExpiryNotified(
  tx: Tx,
  { environmentId, customerId, id }: ExpiringMethod,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('payment_methods')
    .set({ expiring_told_at: at })
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('expiring_told_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const cardsOnClock = (clock: ClockKey) => sql`
  ${rowsOnClock(clock, 'payment_methods', 'm')}
  JOIN environments e ON e.id = c.environment_id
  WHERE m.status = 'active' AND m.exp_year IS NOT NULL`

/** The expiry dates of all cards on a clock, and whether the merchant was notified of them. */
export async function findCardDates(
  db: Database,
  clock: ClockKey,
): Promise<(CardDate & { wasNotified: boolean })[]> {
  const { rows } = await sql<CardDate & { wasNotified: boolean }>`
    SELECT DISTINCT m.exp_month AS "expMonth", m.exp_year AS "expYear",
      m.expiring_told_at IS NOT NULL AS "wasNotified"
    FROM ${cardsOnClock(clock)}`.execute(db)
  return rows
}

/** Cards of a clock's customers that need attention by `at`, ordered by customer. */
export async function findExpiringOnClock(
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<ExpiringMethod[]> {
  const soon = firstMonthAfterNotice(at)
  const past = firstValidMonth(at)
  const { rows } = await sql<ExpiringMethod>`
    SELECT e.organization_id AS "organizationId", m.environment_id AS "environmentId",
      e.kind AS environment, m.id, m.customer_id AS "customerId"
    FROM ${cardsOnClock(clock)}
      AND (m.exp_year, m.exp_month) < (${soon.year}::smallint, ${soon.month}::smallint)
      AND (m.expiring_told_at IS NULL
        OR (m.exp_year, m.exp_month) < (${past.year}::smallint, ${past.month}::smallint))
    ORDER BY m.customer_id, m.id`.execute(db)
  return rows
}
