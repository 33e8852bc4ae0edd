import { sql } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'

const PAGE_SIZE = 100

/** As `ClockKey` of customers, which SQL may not import. */
export interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

/** False when another worker has it in hand; until the end of the transaction it is ours otherwise. */
export async function claimSubscription(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<boolean> {
  const name = `${environmentId}/${id}`
  const { rows } = await sql<{ ours: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS ours`.execute(tx)
  return rows[0]?.ours === true
}

/** A subscription for which something is due. */
export interface DueSubscription {
  environmentId: string
  subscriptionId: string
  dueAt: Date
}

type Cursor = Pick<DueSubscription, 'dueAt' | 'subscriptionId'> | null

const COLUMNS = sql`s.environment_id AS "environmentId", s.id AS "subscriptionId", s.due_at AS "dueAt"`

const afterCursor = (last: Cursor) =>
  sql`(s.due_at, s.id) > (${last?.dueAt ?? new Date(0)}::timestamptz, ${last?.subscriptionId ?? ''}::text)`

/** Of customers who live in everybody's time, what was due first coming first. */
export async function findDueSubscriptions(
  db: Database,
  now: Date,
  last: Cursor,
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    SELECT ${COLUMNS} FROM subscriptions s
    JOIN customers c ON c.bucket = s.bucket AND c.environment_id = s.environment_id
      AND c.id = s.customer_id
    WHERE s.due_at <= ${now} AND c.test_clock_id IS NULL AND c.deleted_at IS NULL
      AND ${afterCursor(last)}
    ORDER BY s.due_at, s.id LIMIT ${PAGE_SIZE}`.execute(db)
  return rows
}

/** Of customers on test clocks that stand still; one that advances does its own. */
export async function findDueOnIdleClocks(db: Database, last: Cursor): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    SELECT ${COLUMNS} FROM test_clocks t
    JOIN customers c ON c.environment_id = t.environment_id AND c.test_clock_id = t.id
      AND c.deleted_at IS NULL
    JOIN subscriptions s ON s.bucket = c.bucket AND s.environment_id = c.environment_id
      AND s.customer_id = c.id
    WHERE t.status = 'ready' AND s.due_at <= t.frozen_time AND ${afterCursor(last)}
    ORDER BY s.due_at, s.id LIMIT ${PAGE_SIZE}`.execute(db)
  return rows
}

const onClock = ({ environmentId, testClockId }: ClockKey) => sql`
  FROM customers c
  JOIN subscriptions s ON s.bucket = c.bucket AND s.environment_id = c.environment_id
    AND s.customer_id = c.id
  WHERE c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId}
    AND c.deleted_at IS NULL AND s.due_at IS NOT NULL`

/** When something is due next for customers of a clock. */
export async function findNextDueAt(db: Database, clock: ClockKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(s.due_at) AS at ${onClock(clock)}`.execute(db)
  return rows[0]?.at ?? null
}

/** What is due by an instant for customers of a clock, by customer. */
export async function findDueOnClock(
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    SELECT ${COLUMNS} ${onClock(clock)} AND s.due_at <= ${at}
    ORDER BY s.customer_id, s.due_at, s.id`.execute(db)
  return rows
}

/** A customer whose trial waits for a card that is there. */
export interface WaitingTrial {
  environmentId: string
  customerId: string
  subscriptionId: string
}

/** Found from the rows, should the word of a new card be lost. */
export async function findWaitingTrials(
  db: Database,
  last: WaitingTrial | null,
): Promise<WaitingTrial[]> {
  const { rows } = await sql<WaitingTrial>`
    SELECT s.environment_id AS "environmentId", s.customer_id AS "customerId",
      s.id AS "subscriptionId"
    FROM subscriptions s
    JOIN customers c ON c.bucket = s.bucket AND c.environment_id = s.environment_id
      AND c.id = s.customer_id
    WHERE s.due_at IS NOT NULL AND s.status = 'incomplete' AND s.trial_days IS NOT NULL
      AND s.starts_at IS NULL AND c.default_payment_method_id IS NOT NULL
      AND c.deleted_at IS NULL AND s.id > ${last?.subscriptionId ?? ''}
    ORDER BY s.id LIMIT ${PAGE_SIZE}`.execute(db)
  return rows
}
