import type { Reservation } from '@purser/contract'
import { sql } from 'kysely'
import { type Amount, formatAmount, storedToNumber } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../wallet/wallet.core.ts'

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

/** Renders a reservation at its customer's time. */
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
    quantity: row.quantity === null ? null : storedToNumber(row.quantity),
    properties: row.properties,
    status: isOver ? 'expired' : row.status,
    amount: storedToNumber(row.amount),
    held: isOver ? 0 : storedToNumber(row.held),
    captured: storedToNumber(row.captured),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const WRITE_RESERVATIONS: Statement = {
  name: 'credits-write-reservations',
  text: `
    INSERT INTO credit_reservations (bucket, environment_id, id, account_id, feature_id, quantity,
      properties, unit_cost, on_exhausted, status, amount, held, captured, expires_at, created_at,
      updated_at)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::numeric[]), unnest($7::jsonb[]), unnest($8::numeric[]),
      unnest($9::text[]), unnest($10::text[]), unnest($11::numeric[]), unnest($12::numeric[]),
      unnest($13::numeric[]), unnest($14::timestamptz[]), unnest($15::timestamptz[]),
      unnest($16::timestamptz[])
    ON CONFLICT (bucket, environment_id, id) DO UPDATE SET status = EXCLUDED.status,
      held = EXCLUDED.held, captured = EXCLUDED.captured, expires_at = EXCLUDED.expires_at,
      updated_at = EXCLUDED.updated_at`,
}

const WRITE_HOLDS: Statement = {
  name: 'credits-write-holds',
  text: `
    INSERT INTO credit_holds (bucket, environment_id, reservation_id, position, grant_id, amount)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::integer[]),
      unnest($5::text[]), unnest($6::numeric[])
    ON CONFLICT (bucket, reservation_id, position) DO UPDATE SET amount = EXCLUDED.amount`,
}

const formatOrNull = (amount: Amount | null) => (amount === null ? null : formatAmount(amount))

/** Writes new and changed reservations with their holds. */
export async function writeReservations(
  session: Session,
  wallets: readonly Wallet[],
): Promise<void> {
  const changed = wallets.flatMap((wallet) =>
    wallet.reservations
      .filter(({ isChanged }) => isChanged)
      .map((reservation) => ({ wallet, reservation })),
  )
  if (changed.length === 0) return
  const holds = changed.flatMap(({ wallet, reservation }) =>
    reservation.holds.map((hold) => ({ wallet, reservation, hold })),
  )
  await Promise.all([
    session.query(WRITE_RESERVATIONS, [
      arrayLiteral(changed, ({ wallet }) => wallet.bucket),
      arrayLiteral(changed, ({ wallet }) => wallet.environmentId),
      arrayLiteral(changed, ({ reservation }) => reservation.id),
      arrayLiteral(changed, ({ wallet }) => wallet.id),
      arrayLiteral(changed, ({ reservation }) => reservation.featureId),
      arrayLiteral(changed, ({ reservation }) => formatOrNull(reservation.quantity)),
      arrayLiteral(changed, ({ reservation }) => JSON.stringify(reservation.properties)),
      arrayLiteral(changed, ({ reservation }) => formatOrNull(reservation.unitCost)),
      arrayLiteral(changed, ({ reservation }) => reservation.rule),
      arrayLiteral(changed, ({ reservation }) => reservation.status),
      arrayLiteral(changed, ({ reservation }) => formatAmount(reservation.amount)),
      arrayLiteral(changed, ({ reservation }) => formatAmount(reservation.held)),
      arrayLiteral(changed, ({ reservation }) => formatAmount(reservation.captured)),
      arrayLiteral(changed, ({ reservation }) => reservation.expiresAt),
      arrayLiteral(changed, ({ reservation }) => reservation.createdAt),
      arrayLiteral(changed, ({ reservation }) => reservation.updatedAt),
    ]),
    session.query(WRITE_HOLDS, [
      arrayLiteral(holds, ({ wallet }) => wallet.bucket),
      arrayLiteral(holds, ({ wallet }) => wallet.environmentId),
      arrayLiteral(holds, ({ reservation }) => reservation.id),
      arrayLiteral(holds, ({ hold }) => hold.position),
      arrayLiteral(holds, ({ hold }) => hold.grantId),
      arrayLiteral(holds, ({ hold }) => formatAmount(hold.amount)),
    ]),
  ])
}
