import { sql } from 'kysely'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import {
  type DueRows,
  findNextDueOnClock,
  isClockReady,
  listDueOnClock,
} from '../../../platform/db/dueOnClock.ts'

const PAGE_SIZE = 100

/**
 * Takes an advisory lock until the end of the transaction. Returns false if another worker holds
 * it.
 */
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

export interface DueSubscription {
  environmentId: string
  subscriptionId: string
  dueAt: Date
}

type Cursor = Pick<DueSubscription, 'dueAt' | 'subscriptionId'> | null

const COLUMNS = sql<DueSubscription>`s.environment_id AS "environmentId", s.id AS "subscriptionId", s.due_at AS "dueAt"`

const afterCursor = (last: Cursor) =>
  sql`(s.due_at, s.id) > (${last?.dueAt ?? new Date(0)}::timestamptz, ${last?.subscriptionId ?? ''}::text)`

/** Lists due subscriptions of customers without a test clock, earliest first. */
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

/** Lists due subscriptions on test clocks that are ready. */
export async function findDueSubscriptionsOnIdleClocks(
  db: Database,
  last: Cursor,
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    SELECT ${COLUMNS} FROM test_clocks k
    JOIN customers c ON c.environment_id = k.environment_id AND c.test_clock_id = k.id
      AND c.deleted_at IS NULL
    JOIN subscriptions s ON s.bucket = c.bucket AND s.environment_id = c.environment_id
      AND s.customer_id = c.id
    WHERE ${isClockReady} AND s.due_at <= k.frozen_time AND ${afterCursor(last)}
    ORDER BY s.due_at, s.id LIMIT ${PAGE_SIZE}`.execute(db)
  return rows
}

const DUE: DueRows<DueSubscription> = {
  table: 'subscriptions',
  alias: 's',
  dueAt: 'due_at',
  columns: COLUMNS,
}

/** The next due time of the customers on a clock. */
export const findNextDueSubscriptionOnClock = (
  db: Database,
  clock: ClockKey,
): Promise<Date | null> => findNextDueOnClock(db, clock, DUE)

/** Lists subscriptions on a clock that are due by an instant, by customer. */
export const findDueSubscriptionsOnClock = (
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<DueSubscription[]> => listDueOnClock(db, clock, DUE, at)

/** A trial that is waiting for a card, of a customer who has one. */
export interface WaitingTrial {
  environmentId: string
  customerId: string
  subscriptionId: string
}

/** Finds trials whose job was lost after the customer saved a card. */
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
