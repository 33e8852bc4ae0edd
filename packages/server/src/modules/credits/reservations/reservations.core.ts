import { type Amount, add, compare, minAmount, subtract, ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { burnDown } from '../wallet/burnDown.core.ts'
import { addEventIfDepleted, lowerNextDue, markChanged, post } from '../wallet/post.core.ts'
import { releaseHolds, settle } from '../wallet/settle.core.ts'
import {
  AMOUNT_LIMIT,
  type ExhaustionRule,
  type Hold,
  isOpen,
  type Reservation,
  requireGrant,
  secondsAfter,
  type Wallet,
} from '../wallet/wallet.core.ts'

export interface HoldRequest {
  readonly amount: Amount
  readonly rule: ExhaustionRule
  readonly featureId: string | null
  readonly quantity: Amount | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly unitCost: Amount | null
  readonly expiresInSeconds: number
}

/**
 * Moves credits from the balance into a reservation, and stores which grant each part came from.
 */
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
  markChanged(wallet, at)
  lowerNextDue(wallet, reservation.expiresAt)
  addEventIfDepleted(wallet, before, at)
  return reservation
}

export interface Capture {
  readonly amount: Amount
  /** False captures a part and keeps the rest held. */
  readonly final: boolean
}

/**
 * Debits the amount used. Held credits come first and are debited from their grants, even if those
 * have ended. The excess is debited under the reservation's rule. If the rule rejects the excess,
 * nothing is debited.
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
  const excess = subtract(amount, minAmount(amount, reservation.held))
  if (excess.units > 0n && wallet.status !== 'active') return 'frozen'
  const before = wallet.balance
  const burn = burnDown(wallet, excess, reservation.rule)
  if (burn === 'insufficient') return burn
  const captured = add(reservation.captured, subtract(amount, burn.uncovered))
  if (compare(captured, AMOUNT_LIMIT) >= 0) return 'insufficient'

  const cause = { at, reservationId: reservation.id }
  const debit = {
    ...cause,
    type: 'DEBIT',
    reason: 'RESERVATION_CAPTURE',
    featureId: reservation.featureId,
  } as const
  let fromHolds = subtract(amount, excess)
  wallet.held = subtract(wallet.held, fromHolds)
  reservation.held = subtract(reservation.held, fromHolds)
  for (const held of reservation.holds) {
    const part = minAmount(held.amount, fromHolds)
    if (part.units === 0n) continue
    fromHolds = subtract(fromHolds, part)
    held.amount = subtract(held.amount, part)
    const grant = held.grantId === null ? null : requireGrant(wallet, held.grantId)
    post(wallet, grant, { ...cause, type: 'RELEASE', reason: 'RESERVATION_RELEASE', amount: part })
    post(wallet, grant, { ...debit, amount: part })
  }
  for (const { grant, amount: part } of burn.parts) post(wallet, grant, { ...debit, amount: part })
  reservation.captured = captured
  reservation.updatedAt = at
  reservation.isChanged = true
  markChanged(wallet, at)
  if (final) releaseHolds(wallet, reservation, 'captured', at)
  addEventIfDepleted(wallet, before, at)
  return { uncovered: burn.uncovered }
}

export function release(wallet: Wallet, reservation: Reservation, now: Date): 'done' | 'ended' {
  const at = settle(wallet, now)
  if (wallet.status === 'closed' || !isOpen(reservation, at)) return 'ended'
  releaseHolds(wallet, reservation, 'released', at)
  return 'done'
}

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
  markChanged(wallet, at)
  lowerNextDue(wallet, reservation.expiresAt)
  return 'done'
}
