import { sql } from 'kysely'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  isClockAdvancing,
  joinCustomerAndClock,
  rowsOnClock,
} from '../../../platform/db/dueOnClock.ts'

const PAGE = 100

const START = { bucket: -1, environmentId: '', walletId: '' }

/**
 * A pending attempt. The queries for the sweep skip customers whose test clock is advancing.
 */
export interface PendingAttempt {
  environmentId: string
  attemptId: string
  paymentId: string | null
  createdAt: Date
}

export async function findPendingAttempts(
  db: Database,
  after: Pick<PendingAttempt, 'createdAt' | 'attemptId'> | null,
): Promise<PendingAttempt[]> {
  const { createdAt, attemptId } = after ?? { createdAt: new Date(0), attemptId: '' }
  const { rows } = await sql<PendingAttempt>`
    SELECT t.environment_id AS "environmentId", t.id AS "attemptId", t.payment_id AS "paymentId",
      t.created_at AS "createdAt"
    FROM topup_attempts t
    WHERE t.status = 'pending' AND (t.created_at, t.id) > (${createdAt}, ${attemptId})
      AND NOT EXISTS (
        SELECT FROM credit_accounts a
        JOIN customers c ON c.bucket = a.bucket AND c.environment_id = a.environment_id
          AND c.id = a.customer_id
        JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id
          AND ${isClockAdvancing}
        WHERE a.bucket = t.bucket AND a.environment_id = t.environment_id AND a.id = t.account_id)
    ORDER BY t.created_at, t.id LIMIT ${PAGE}`.execute(db)
  return rows
}

const IS_LOW = sql`
  a.topup_threshold IS NOT NULL AND a.balance <= a.topup_threshold AND a.status = 'active'
  AND NOT EXISTS (
    SELECT FROM topup_attempts t WHERE t.bucket = a.bucket AND t.account_id = a.id
      AND t.environment_id = a.environment_id AND t.status = 'pending'
      AND t.trigger_source <> 'manual')`

/** A wallet at or below its threshold without a pending automatic attempt. */
export interface LowWallet {
  bucket: number
  environmentId: string
  walletId: string
  customerId: string
  creditCurrencyId: string
}

export async function findLowWallets(
  db: Database,
  after: Pick<LowWallet, 'bucket' | 'environmentId' | 'walletId'> | null,
): Promise<LowWallet[]> {
  const { bucket, environmentId, walletId } = after ?? START
  const { rows } = await sql<LowWallet>`
    SELECT a.bucket, a.environment_id AS "environmentId", a.id AS "walletId",
      a.customer_id AS "customerId", a.credit_currency_id AS "creditCurrencyId"
    FROM credit_accounts a ${joinCustomerAndClock('a')}
    WHERE NOT ${isClockAdvancing} AND ${IS_LOW}
      AND (a.bucket, a.environment_id, a.id)
        > (${bucket}::smallint, ${environmentId}::text, ${walletId}::text)
    ORDER BY a.bucket, a.environment_id, a.id LIMIT ${PAGE}`.execute(db)
  return rows
}

/** Lists the pending automatic attempts of a clock's customers, ordered by customer. */
export async function findPendingAttemptsOnClock(
  db: Database,
  clock: ClockKey,
): Promise<PendingAttempt[]> {
  const { rows } = await sql<PendingAttempt>`
    SELECT t.environment_id AS "environmentId", t.id AS "attemptId", t.payment_id AS "paymentId",
      t.created_at AS "createdAt"
    FROM ${rowsOnClock(clock, 'credit_accounts', 'a')}
    JOIN topup_attempts t ON t.bucket = a.bucket AND t.environment_id = a.environment_id
      AND t.account_id = a.id AND t.status = 'pending' AND t.trigger_source <> 'manual'
    ORDER BY a.customer_id, t.created_at, t.id`.execute(db)
  return rows
}

export interface LowWalletOnClock extends LowWallet {
  frozenTime: Date
  timezone: string
}

/**
 * Lists the low wallets of a clock's customers that have no pending automatic attempt, ordered by
 * customer.
 */
export async function findLowWalletsOnClock(
  db: Database,
  clock: ClockKey,
): Promise<LowWalletOnClock[]> {
  const { rows } = await sql<LowWalletOnClock>`
    SELECT a.bucket, a.environment_id AS "environmentId", a.id AS "walletId",
      a.customer_id AS "customerId", a.credit_currency_id AS "creditCurrencyId",
      k.frozen_time AS "frozenTime", c.timezone
    FROM ${rowsOnClock(clock, 'credit_accounts', 'a')}
    JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id
    WHERE ${IS_LOW}
    ORDER BY a.customer_id, a.id`.execute(db)
  return rows
}
