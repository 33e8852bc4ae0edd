import { type Amount, formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../core/wallet.ts'

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

const orNull = (amount: Amount | null) => (amount === null ? null : formatAmount(amount))

/** Reservations that are new or changed, with what they still hold. */
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
      arrayLiteral(changed, ({ reservation }) => orNull(reservation.quantity)),
      arrayLiteral(changed, ({ reservation }) => JSON.stringify(reservation.properties)),
      arrayLiteral(changed, ({ reservation }) => orNull(reservation.unitCost)),
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
