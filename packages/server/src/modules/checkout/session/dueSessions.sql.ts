import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  findNextDueOnClock,
  isClockAdvancing,
  isOnClock,
  joinCustomerAndClock,
} from '../../../platform/db/dueOnClock.ts'

const PAGE = 100

/** A pending session that may have ended. */
export interface DueSession {
  environmentId: string
  id: string
  expiresAt: Date
  /** True if the session has expired in the customer's time. */
  isOutOfTime: boolean
}

/**
 * Finds pending sessions that expired or whose purchase has ended. Skips customers whose test clock
 * is advancing.
 */
export const findDueSessions = (
  db: Database,
  now: Date,
  after: Pick<DueSession, 'expiresAt' | 'id'> | null,
): Promise<DueSession[]> =>
  selectDueSessions(
    db,
    sql<SqlBool>`NOT ${isClockAdvancing}`,
    sql`coalesce(k.frozen_time, ${now})`,
    after,
  )

/** Finds the due sessions of the customers of one test clock at the instant `at`. */
export const findDueSessionsOnClock = (
  db: Database,
  clock: ClockKey,
  at: Date,
  after: Pick<DueSession, 'expiresAt' | 'id'> | null,
): Promise<DueSession[]> => selectDueSessions(db, isOnClock(clock), sql`${at}::timestamptz`, after)

async function selectDueSessions(
  db: Database,
  isSelected: RawBuilder<SqlBool>,
  now: RawBuilder<Date>,
  after: Pick<DueSession, 'expiresAt' | 'id'> | null,
): Promise<DueSession[]> {
  const { expiresAt, id } = after ?? { expiresAt: new Date(0), id: '' }
  const { rows } = await sql<DueSession>`
    SELECT s.environment_id AS "environmentId", s.id, s.expires_at AS "expiresAt",
      s.expires_at <= ${now} AS "isOutOfTime"
    FROM checkout_sessions s ${joinCustomerAndClock('s')}
    LEFT JOIN payments p ON p.bucket = s.bucket AND p.environment_id = s.environment_id
      AND p.id = s.payment_id
    LEFT JOIN invoices i ON i.bucket = s.bucket AND i.environment_id = s.environment_id
      AND i.id = s.invoice_id
    LEFT JOIN subscriptions u ON u.bucket = s.bucket AND u.environment_id = s.environment_id
      AND u.id = s.subscription_id
    WHERE s.status = 'pending' AND (s.expires_at, s.id) > (${expiresAt}, ${id}) AND ${isSelected}
      AND (s.expires_at <= ${now} OR p.status NOT IN ('pending', 'requires_action')
        OR i.status = 'paid' OR (s.payment_id IS NULL AND u.status <> 'incomplete'))
    ORDER BY s.expires_at, s.id LIMIT ${PAGE}`.execute(db)
  return rows
}

/** Returns the earliest expiry of a pending session of the clock's customers. */
export const findNextExpiry = (db: Database, clock: ClockKey): Promise<Date | null> =>
  findNextDueOnClock(db, clock, {
    table: 'checkout_sessions',
    alias: 's',
    dueAt: 'expires_at',
    condition: sql<SqlBool>`s.status = 'pending'`,
  })
