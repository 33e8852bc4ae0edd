import { type Amount, add, compare, least, subtract, ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { burnDown } from '../wallet/debit.core.ts'
import { fallsDue, post, tellIfDepleted, touch } from '../wallet/post.core.ts'
import { releaseHolds, settle } from '../wallet/settle.core.ts'
import {
  type Exhaustion,
  findGrant,
  type Hold,
  isOpen,
  LIMIT,
  type Reservation,
  secondsAfter,
  type Wallet,
} from '../wallet/wallet.core.ts'

export interface HoldRequest {
  readonly amount: Amount
  readonly rule: Exhaustion
  readonly featureId: string | null
  readonly quantity: Amount | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly unitCost: Amount | null
  readonly expiresInSeconds: number
}

/** Takes credits out of the balance for a while, and remembers where each part came from. */
export function hold(
  wallet: Wallet,
  { amount, rule, expiresInSeconds, ...request }: HoldRequest,
  now: Date,
): Reservation | 'insufficient' | 'frozen' {
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  const burn = burnDown(wallet, amount, rule)
  if (burn === 'insufficient') return burn
  const before = wallet.balance
  const id = newIdInBucket('reservation', wallet.bucket)
  const holds = burn.parts.map(({ grant, amount: part }, position): Hold => {
    post(wallet, grant, {
      type: 'HOLD',
      reason: 'RESERVATION_HOLD',
      amount: part,
      at,
      reservationId: id,
      featureId: request.featureId,
    })
    return { position, grantId: grant === null ? null : grant.id, amount: part }
  })
  const reservation: Reservation = {
    ...request,
    id,
    rule,
    amount: burn.taken,
    held: burn.taken,
    captured: ZERO,
    status: 'held',
    expiresAt: secondsAfter(at, expiresInSeconds),
    createdAt: at,
    updatedAt: at,
    holds,
    isChanged: true,
  }
  wallet.reservations.push(reservation)
  wallet.held = add(wallet.held, burn.taken)
  touch(wallet, at)
  fallsDue(wallet, reservation.expiresAt)
  tellIfDepleted(wallet, before, at)
  return reservation
}

export interface Capture {
  readonly amount: Amount
  /** false captures a part and keeps the rest held. */
  readonly final: boolean
}

/**
 * Debits what was really used: what is held first, of the very grants that it is held of, even if
 * one has ended meanwhile; what goes beyond like any use. Nothing happens unless all of it can.
 */
export function capture(
  wallet: Wallet,
  reservation: Reservation,
  { amount, final }: Capture,
  now: Date,
): { uncovered: Amount } | 'ended' | 'insufficient' | 'frozen' {
  if (wallet.status === 'closed') return 'frozen'
  const at = settle(wallet, now)
  if (!isOpen(reservation, at)) return 'ended'
  const beyond = subtract(amount, least(amount, reservation.held))
  if (beyond.units > 0n && wallet.status !== 'active') return 'frozen'
  const before = wallet.balance
  const burn = burnDown(wallet, beyond, reservation.rule)
  if (burn === 'insufficient') return burn
  const captured = add(reservation.captured, subtract(amount, burn.uncovered))
  if (compare(captured, LIMIT) >= 0) return 'insufficient'

  const cause = { at, reservationId: reservation.id }
  const debit = {
    ...cause,
    type: 'DEBIT',
    reason: 'RESERVATION_CAPTURE',
    featureId: reservation.featureId,
  } as const
  let within = subtract(amount, beyond)
  wallet.held = subtract(wallet.held, within)
  reservation.held = subtract(reservation.held, within)
  for (const held of reservation.holds) {
    const part = least(held.amount, within)
    if (part.units === 0n) continue
    within = subtract(within, part)
    held.amount = subtract(held.amount, part)
    const grant = held.grantId === null ? null : findGrant(wallet, held.grantId)
    post(wallet, grant, { ...cause, type: 'RELEASE', reason: 'RESERVATION_RELEASE', amount: part })
    post(wallet, grant, { ...debit, amount: part })
  }
  for (const { grant, amount: part } of burn.parts) post(wallet, grant, { ...debit, amount: part })
  reservation.captured = captured
  reservation.updatedAt = at
  reservation.isChanged = true
  touch(wallet, at)
  if (final) releaseHolds(wallet, reservation, 'captured', at)
  tellIfDepleted(wallet, before, at)
  return { uncovered: burn.uncovered }
}

/** Gives back all that is held. */
export function release(wallet: Wallet, reservation: Reservation, now: Date): 'done' | 'ended' {
  const at = settle(wallet, now)
  if (wallet.status === 'closed' || !isOpen(reservation, at)) return 'ended'
  releaseHolds(wallet, reservation, 'released', at)
  return 'done'
}

/** Moves the instant at which the reservation runs out. */
export function extend(
  wallet: Wallet,
  reservation: Reservation,
  seconds: number,
  now: Date,
): 'done' | 'ended' {
  const at = settle(wallet, now)
  if (wallet.status === 'closed' || !isOpen(reservation, at)) return 'ended'
  reservation.expiresAt = secondsAfter(at, seconds)
  reservation.updatedAt = at
  reservation.isChanged = true
  touch(wallet, at)
  fallsDue(wallet, reservation.expiresAt)
  return 'done'
}
