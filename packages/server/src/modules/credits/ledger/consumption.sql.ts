import { sql } from 'kysely'
import { storedToNumber } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { DAY_MS, utcDay } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'

export interface ConsumptionRequest {
  environmentId: string
  customerId: string
  creditCurrencyId: string
  days: number
  now: Date
}

/** Reads the consumption of the last UTC days including today, oldest first. */
export async function readConsumption(
  tx: Tx,
  { environmentId, customerId, creditCurrencyId, days, now }: ConsumptionRequest,
): Promise<{ date: string; consumed: number }[]> {
  const { rows: clocks } = await sql<{ frozen_time: Date }>`
    SELECT t.frozen_time FROM customers c
    JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    WHERE c.bucket = ${bucketOf(environmentId, customerId)} AND c.environment_id = ${environmentId}
      AND c.id = ${customerId}`.execute(tx)
  const today = (clocks[0]?.frozen_time ?? now).getTime()
  const window = Array.from({ length: days }, (_, at) =>
    utcDay(new Date(today - (days - 1 - at) * DAY_MS)),
  )
  const { rows } = await sql<{ date: string; consumed: string }>`
    WITH wallet AS (
      SELECT bucket, id, consumed_on, consumed FROM credit_accounts
      WHERE bucket = ${bucketOf(environmentId, customerId)} AND environment_id = ${environmentId}
        AND customer_id = ${customerId} AND credit_currency_id = ${creditCurrencyId}
    )
    SELECT day::text AS date, greatest(sum(consumed), 0) AS consumed FROM (
      SELECT d.day, d.consumed FROM wallet w
      JOIN credit_days d ON d.bucket = w.bucket AND d.account_id = w.id
      WHERE d.day BETWEEN ${window[0]}::date AND ${window.at(-1)}::date
      UNION ALL
      SELECT consumed_on, consumed FROM wallet WHERE consumed_on IS NOT NULL
    ) days GROUP BY day`.execute(tx)
  const consumed = new Map(rows.map((row) => [row.date, storedToNumber(row.consumed)]))
  return window.map((date) => ({ date, consumed: consumed.get(date) ?? 0 }))
}
