import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { type CardDate, firstMonthAfterNotice, firstValidMonth } from './cardExpiry.core.ts'

/** The customers of one test clock. */
interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

/** A card whose merchant is to be told, or whose time is up. */
export interface ExpiringMethod {
  organizationId: string
  environmentId: string
  environment: 'sandbox' | 'live'
  id: string
  customerId: string
}

/**
 * Cards that have run out, or will soon and nobody was told, in the order of their ids. Real time
 * goes by the index of dates; the few customers on test clocks are looked through one by one, except
 * where the clock advances: whoever advances it sees to them.
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
    JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
      AND t.status <> 'advancing'
    WHERE m.status = 'active' AND m.id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Notes that the merchant is told now; false when it was told of this date already. */
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

const methodsOf = ({ environmentId, testClockId }: ClockKey) => sql`
  customers c
  JOIN environments e ON e.id = c.environment_id
  JOIN payment_methods m ON m.bucket = c.bucket AND m.environment_id = c.environment_id
    AND m.customer_id = c.id AND m.status = 'active' AND m.exp_year IS NOT NULL
  WHERE c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId}
    AND c.deleted_at IS NULL`

/** The dates on the cards of a clock's customers, each once, and whether the merchant was told. */
export async function findCardDates(
  db: Database,
  clock: ClockKey,
): Promise<(CardDate & { wasNotified: boolean })[]> {
  const { rows } = await sql<CardDate & { wasNotified: boolean }>`
    SELECT DISTINCT m.exp_month AS "expMonth", m.exp_year AS "expYear",
      m.expiring_told_at IS NOT NULL AS "wasNotified"
    FROM ${methodsOf(clock)}`.execute(db)
  return rows
}

/** Cards of a clock's customers that something is to be done about by `at`, by customer. */
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
    FROM ${methodsOf(clock)}
      AND (m.exp_year, m.exp_month) < (${soon.year}::smallint, ${soon.month}::smallint)
      AND (m.expiring_told_at IS NULL
        OR (m.exp_year, m.exp_month) < (${past.year}::smallint, ${past.month}::smallint))
    ORDER BY m.customer_id, m.id`.execute(db)
  return rows
}
