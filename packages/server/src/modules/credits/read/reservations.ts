import type { Reservation } from '@purser/contract'
import { sql } from 'kysely'
import { parseAmount, toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'

interface Row {
  customer_id: string
  account_id: string
  credit_currency_id: string
  feature_slug: string | null
  quantity: string | null
  properties: Record<string, unknown>
  status: Reservation['status']
  amount: string
  held: string
  captured: string
  expires_at: Date
  created_at: Date
  updated_at: Date
  has_run_out: boolean
}

const number = (amount: string): number => toNearestNumber(parseAmount(amount))

/** A reservation as the API shows it at its customer's time. */
export async function findReservation(
  tx: Tx,
  environmentId: string,
  id: string,
  now: Date,
): Promise<Reservation | null> {
  const bucket = bucketOfId('reservation', id)
  if (bucket === null) return null
  const { rows } = await sql<Row>`
    SELECT a.customer_id, r.account_id, a.credit_currency_id, f.slug AS feature_slug, r.quantity,
      r.properties, r.status, r.amount, r.held, r.captured, r.expires_at, r.created_at, r.updated_at,
      r.expires_at <= greatest(coalesce(t.frozen_time, ${now}::timestamptz), a.updated_at)
        AS has_run_out
    FROM credit_reservations r
    JOIN credit_accounts a ON a.bucket = r.bucket AND a.environment_id = r.environment_id
      AND a.id = r.account_id
    JOIN customers c ON c.bucket = a.bucket AND c.environment_id = a.environment_id
      AND c.id = a.customer_id
    LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    LEFT JOIN features f ON f.environment_id = r.environment_id AND f.id = r.feature_id
    WHERE r.bucket = ${bucket} AND r.environment_id = ${environmentId} AND r.id = ${id}
      AND c.deleted_at IS NULL`.execute(tx)
  const [row] = rows
  if (!row) return null
  const isOver = row.status === 'held' && row.has_run_out
  return {
    id,
    customerId: row.customer_id,
    creditAccountId: row.account_id,
    creditCurrencyId: row.credit_currency_id,
    featureSlug: row.feature_slug,
    quantity: row.quantity === null ? null : number(row.quantity),
    properties: row.properties,
    status: isOver ? 'expired' : row.status,
    amount: number(row.amount),
    held: isOver ? 0 : number(row.held),
    captured: number(row.captured),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
