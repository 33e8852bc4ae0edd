import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { ClockKey } from '../../customers/index.ts'
import type { HangingAttempt, LowWallet } from './sweep.ts'

const walletsOf = ({ environmentId, testClockId }: ClockKey) => sql`
  test_clocks k
  JOIN customers c ON c.environment_id = k.environment_id AND c.test_clock_id = k.id
    AND c.deleted_at IS NULL
  JOIN credit_accounts a ON a.bucket = c.bucket AND a.environment_id = c.environment_id
    AND a.customer_id = c.id
  WHERE k.environment_id = ${environmentId} AND k.id = ${testClockId}`

/** Automatic attempts of a clock's customers that have not ended, by customer. */
export async function findPendingOnClock(db: Database, clock: ClockKey): Promise<HangingAttempt[]> {
  const { rows } = await sql<HangingAttempt>`
    SELECT t.environment_id AS "environmentId", t.id AS "attemptId", t.payment_id AS "paymentId",
      t.created_at AS "createdAt"
    FROM (SELECT a.bucket, a.environment_id, a.id, a.customer_id FROM ${walletsOf(clock)}) a
    JOIN topup_attempts t ON t.bucket = a.bucket AND t.environment_id = a.environment_id
      AND t.account_id = a.id AND t.status = 'pending' AND t.trigger_source <> 'manual'
    ORDER BY a.customer_id, t.created_at, t.id`.execute(db)
  return rows
}

/** A wallet that has run low, and where its customer stands in time. */
export interface LowWalletOnClock extends LowWallet {
  frozenTime: Date
  timezone: string
}

/** Wallets of a clock's customers that are low while nothing is under way for them, by customer. */
export async function findLowOnClock(db: Database, clock: ClockKey): Promise<LowWalletOnClock[]> {
  const { rows } = await sql<LowWalletOnClock>`
    SELECT a.bucket, a.environment_id AS "environmentId", a.id AS "walletId",
      a.customer_id AS "customerId", a.credit_currency_id AS "creditCurrencyId",
      k.frozen_time AS "frozenTime", c.timezone
    FROM ${walletsOf(clock)}
      AND a.topup_threshold IS NOT NULL AND a.balance <= a.topup_threshold AND a.status = 'active'
      AND NOT EXISTS (
        SELECT FROM topup_attempts t WHERE t.bucket = a.bucket AND t.account_id = a.id
          AND t.environment_id = a.environment_id AND t.status = 'pending'
          AND t.trigger_source <> 'manual')
    ORDER BY a.customer_id, a.id`.execute(db)
  return rows
}
