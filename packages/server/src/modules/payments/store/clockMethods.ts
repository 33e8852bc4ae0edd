import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { ClockKey } from '../../customers/index.ts'
import { type CardDate, firstGoodMonth, firstUnworriedMonth } from '../core/cardExpiry.ts'
import type { ExpiringMethod } from './expiringMethods.ts'

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
): Promise<(CardDate & { wasTold: boolean })[]> {
  const { rows } = await sql<CardDate & { wasTold: boolean }>`
    SELECT DISTINCT m.exp_month AS "expMonth", m.exp_year AS "expYear",
      m.expiring_told_at IS NOT NULL AS "wasTold"
    FROM ${methodsOf(clock)}`.execute(db)
  return rows
}

/** Cards of a clock's customers that something is to be done about by `at`, by customer. */
export async function findExpiringOnClock(
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<ExpiringMethod[]> {
  const soon = firstUnworriedMonth(at)
  const past = firstGoodMonth(at)
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
