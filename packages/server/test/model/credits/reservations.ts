import { type Amount, isZero, minAmount, subtract, sum, ZERO } from '../../../src/kernel/amount.ts'
import type { Feature } from '../catalog.ts'
import { type Customer, type Exhaustion, nextId, type Reservation, type Wallet } from '../state.ts'
import {
  grantById,
  heldIn,
  isExpired,
  isPositive,
  moveCredits,
  openWallet,
  releaseParts,
  settle,
  take,
} from './wallet.ts'

export type Refusal = 'insufficient_credits' | 'invalid_state' | 'not_found'

export interface HoldRequest {
  readonly creditCurrencyId: string
  readonly amount: Amount
  readonly rule: Exhaustion
  readonly feature: Feature | null
  readonly unitCost: Amount | null
  readonly quantity: Amount | null
  readonly properties: Reservation['properties']
  readonly expiresInSeconds: number
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Takes credits out of the balance and remembers which grant each part came from. */
export function reserve(
  customer: Customer,
  request: HoldRequest,
  now: Date,
): { wallet: Wallet; reservation: Reservation } | Refusal {
  const wallet = openWallet(customer, request.creditCurrencyId)
  settle(wallet, now)
  if (wallet.status !== 'active') return 'invalid_state'
  const id = nextId(customer, 'reservation')
  const held = take(wallet, request.amount, request.rule, 'HOLD', {
    now,
    reason: 'RESERVATION_HOLD',
    reservationId: id,
    featureId: request.feature?.id ?? null,
  })
  if (held === null) return 'insufficient_credits'
  const reservation: Reservation = {
    id,
    feature: request.feature,
    quantity: request.quantity,
    properties: request.properties,
    unitCost: request.unitCost,
    rule: request.rule,
    amount: held.taken,
    createdAt: now,
    status: 'held',
    captured: ZERO,
    expiresAt: later(now, request.expiresInSeconds),
    parts: held.parts,
  }
  wallet.reservations.push(reservation)
  return { wallet, reservation }
}

/** Settles the wallet of a reservation, then returns the reservation if it is still held. */
export function openReservation(
  customer: Customer,
  id: string,
  now: Date,
): { wallet: Wallet; reservation: Reservation } | Refusal {
  for (const wallet of customer.wallets.values()) {
    const reservation = wallet.reservations.find((candidate) => candidate.id === id)
    if (!reservation) continue
    settle(wallet, now)
    const open = reservation.status === 'held' && !isExpired(reservation, now)
    return open ? { wallet, reservation } : 'invalid_state'
  }
  return 'not_found'
}

export function extend(reservation: Reservation, seconds: number, now: Date): void {
  reservation.expiresAt = later(now, seconds)
}

/**
 * Debits the amount that was actually used. The held credits are debited first, even if their
 * grants have ended in the meantime. The excess is debited like other usage.
 */
export function capture(
  wallet: Wallet,
  reservation: Reservation,
  { amount, final }: { readonly amount: Amount; readonly final: boolean },
  now: Date,
): { uncovered: Amount } | Refusal {
  const featureId = reservation.feature?.id ?? null
  const within = minAmount(heldIn(reservation), amount)
  const beyond = subtract(amount, within)
  if (isPositive(beyond) && wallet.status !== 'active') return 'invalid_state'
  const debit = { now, reason: 'RESERVATION_CAPTURE', reservationId: reservation.id, featureId }
  const release = { now, reason: 'RESERVATION_RELEASE', reservationId: reservation.id }
  let rest = within
  reservation.parts = reservation.parts.flatMap((part) => {
    const captured = minAmount(part.amount, rest)
    rest = subtract(rest, captured)
    const grant = part.grantId === null ? null : grantById(wallet, part.grantId)
    moveCredits(wallet, 'RELEASE', grant, captured, release)
    moveCredits(wallet, 'DEBIT', grant, captured, debit)
    const remaining = subtract(part.amount, captured)
    return isZero(remaining) ? [] : [{ grantId: part.grantId, amount: remaining }]
  })
  const extra = take(wallet, beyond, reservation.rule, 'DEBIT', debit)
  if (extra === null) return 'insufficient_credits'
  reservation.captured = sum([reservation.captured, within, extra.taken])
  if (final) releaseParts(wallet, reservation, 'captured', now)
  return { uncovered: extra.uncovered }
}
