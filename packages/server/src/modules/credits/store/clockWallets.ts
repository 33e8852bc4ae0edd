import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { ClockKey } from '../../customers/index.ts'
import type { DueWallet } from './wallets.ts'

const walletsOf = ({ environmentId, testClockId }: ClockKey) => sql`
  customers c
  JOIN credit_accounts a ON a.bucket = c.bucket AND a.environment_id = c.environment_id
    AND a.customer_id = c.id AND a.next_due_at IS NOT NULL AND a.status <> 'closed'
  WHERE c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId}
    AND c.deleted_at IS NULL`

/** When the first wallet of a clock's customers has something due. */
export async function findNextDue(db: Database, clock: ClockKey): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    SELECT min(a.next_due_at) AS "dueAt" FROM ${walletsOf(clock)}`.execute(db)
  return rows[0]?.dueAt ?? null
}

/** By customer, then as they fell due. */
export async function findDueOnClock(
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<DueWallet[]> {
  const { rows } = await sql<DueWallet>`
    SELECT a.environment_id AS "environmentId", a.customer_id AS "customerId",
      a.credit_currency_id AS "creditCurrencyId", a.id, a.next_due_at AS "dueAt"
    FROM ${walletsOf(clock)} AND a.next_due_at <= ${at}
    ORDER BY a.customer_id, a.next_due_at, a.id`.execute(db)
  return rows
}
