import { parseStored } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import { byConsumption } from './burnDown.core.ts'
import { insertGrant } from './post.core.ts'
import type { ExhaustionRule, Grant, Reservation, Wallet } from './wallet.core.ts'

const GRANT = `g.account_id AS "walletId", g.id, g.priority, g.remaining, g.expired,
  g.expires_at AS "expiresAt", g.voided_at AS "voidedAt", g.created_at AS "createdAt"`

interface GrantRow {
  walletId: string
  id: string
  priority: number
  remaining: string
  expired: string
  expiresAt: Date | null
  voidedAt: Date | null
  createdAt: Date
}

const toGrant = ({ walletId: _, ...row }: GrantRow): Grant => ({
  ...row,
  remaining: parseStored(row.remaining),
  expired: parseStored(row.expired),
  terms: null,
  isChanged: false,
})

const ALL_GRANTS: Statement = {
  name: 'credits-load-all-grants',
  text: `
    SELECT g.*
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id
    ) AS k
    CROSS JOIN LATERAL (
      SELECT ${GRANT} FROM credit_grants g
      WHERE g.bucket = k.bucket AND g.account_id = k.id AND g.environment_id = k.environment_id
        AND g.active
      UNION
      SELECT ${GRANT} FROM credit_reservations r
      JOIN credit_holds h ON h.bucket = r.bucket AND h.reservation_id = r.id
        AND h.environment_id = r.environment_id AND h.amount > 0
      JOIN credit_grants g ON g.bucket = h.bucket AND g.environment_id = h.environment_id
        AND g.id = h.grant_id
      WHERE r.bucket = k.bucket AND r.account_id = k.id AND r.environment_id = k.environment_id
        AND r.status = 'held'
    ) g`,
}

const SOME_GRANTS: Statement = {
  name: 'credits-load-some-grants',
  text: `
    SELECT ${GRANT} FROM credit_grants g
    WHERE g.bucket = $1 AND g.environment_id = $2 AND g.account_id = $3 AND g.id = ANY($4::text[])`,
}

const RESERVATION = `
  SELECT r.account_id AS "walletId", r.id, r.feature_id AS "featureId", r.quantity, r.properties,
    r.unit_cost AS "unitCost", r.on_exhausted AS rule, r.status, r.amount, r.held, r.captured,
    r.expires_at AS "expiresAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
    h.position, h.grant_id AS "grantId", h.amount AS "heldAmount"`
const HOLDS = `
  LEFT JOIN credit_holds h ON h.bucket = r.bucket AND h.reservation_id = r.id
    AND h.environment_id = r.environment_id`

interface ReservationRow {
  walletId: string
  id: string
  featureId: string | null
  quantity: string | null
  properties: Record<string, unknown>
  unitCost: string | null
  rule: ExhaustionRule
  status: Reservation['status']
  amount: string
  held: string
  captured: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  position: number | null
  grantId: string | null
  heldAmount: string
}

const HELD_RESERVATIONS: Statement = {
  name: 'credits-load-held-reservations',
  text: `${RESERVATION}
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM credit_reservations r
      WHERE r.bucket = k.bucket AND r.account_id = k.id AND r.environment_id = k.environment_id
        AND r.status = 'held'
      OFFSET 0
    ) r ${HOLDS}
    ORDER BY r.created_at, r.id, h.position`,
}

const ONE_RESERVATION: Statement = {
  name: 'credits-load-reservation',
  text: `${RESERVATION}
    FROM credit_reservations r ${HOLDS}
    WHERE r.bucket = $1 AND r.environment_id = $2 AND r.account_id = $3 AND r.id = $4
    ORDER BY h.position`,
}

const amountOrNull = (value: string | null) => (value === null ? null : parseStored(value))

function toReservations(rows: readonly ReservationRow[]): Reservation[] {
  const reservations: Reservation[] = []
  for (const row of rows) {
    let reservation = reservations.at(-1)
    if (reservation?.id !== row.id) {
      reservation = {
        id: row.id,
        featureId: row.featureId,
        quantity: amountOrNull(row.quantity),
        properties: row.properties,
        unitCost: amountOrNull(row.unitCost),
        rule: row.rule,
        amount: parseStored(row.amount),
        createdAt: row.createdAt,
        status: row.status,
        held: parseStored(row.held),
        captured: parseStored(row.captured),
        expiresAt: row.expiresAt,
        updatedAt: row.updatedAt,
        holds: [],
        isChanged: false,
      }
      reservations.push(reservation)
    }
    if (row.position !== null) {
      const { position, grantId, heldAmount } = row
      reservation.holds.push({ position, grantId, amount: parseStored(heldAmount) })
    }
  }
  return reservations
}

/**
 * Loads all grants with remaining credits, all held reservations, and the grants of their holds.
 */
export async function loadWhole(session: Session, wallets: readonly Wallet[]): Promise<void> {
  if (wallets.length === 0) return
  const keys = [
    arrayLiteral(wallets, ({ bucket }) => bucket),
    arrayLiteral(wallets, ({ environmentId }) => environmentId),
    arrayLiteral(wallets, ({ id }) => id),
  ]
  const [grants, reservations] = await Promise.all([
    session.query<GrantRow>(ALL_GRANTS, keys),
    session.query<ReservationRow>(HELD_RESERVATIONS, keys),
  ])
  const grantsOf = Map.groupBy(grants, ({ walletId }) => walletId)
  const reservationsOf = Map.groupBy(reservations, ({ walletId }) => walletId)
  for (const wallet of wallets) {
    wallet.grants = (grantsOf.get(wallet.id) ?? []).map(toGrant).sort(byConsumption)
    wallet.reservations = toReservations(reservationsOf.get(wallet.id) ?? [])
    wallet.hasAllGrants = true
    wallet.isWhole = true
  }
}

/** Loads specific grants, even if they have ended. */
export async function loadGrants(
  session: Session,
  wallet: Wallet,
  ids: readonly string[],
): Promise<void> {
  const missing = ids.filter((id) => !wallet.grants.some((grant) => grant.id === id))
  if (missing.length === 0) return
  const rows = await session.query<GrantRow>(SOME_GRANTS, [
    wallet.bucket,
    wallet.environmentId,
    wallet.id,
    arrayLiteral(missing, (id) => id),
  ])
  for (const row of rows) insertGrant(wallet, toGrant(row))
}

/** Loads a reservation and the grants whose credits it holds. */
export async function loadReservation(
  session: Session,
  wallet: Wallet,
  id: string,
): Promise<Reservation | undefined> {
  let reservation = wallet.reservations.find((candidate) => candidate.id === id)
  if (!reservation) {
    const { bucket, environmentId, id: walletId } = wallet
    const rows = await session.query<ReservationRow>(ONE_RESERVATION, [
      bucket,
      environmentId,
      walletId,
      id,
    ])
    reservation = toReservations(rows)[0]
    if (reservation) wallet.reservations.push(reservation)
  }
  const held = (reservation?.holds ?? []).filter(({ amount }) => amount.units > 0n)
  await loadGrants(
    session,
    wallet,
    held.flatMap(({ grantId }) => (grantId === null ? [] : [grantId])),
  )
  return reservation
}
