import { type Amount, add, compare, least, subtract } from '../../../kernel/amount.ts'
import { burnDown } from './burnDown.ts'
import { releaseHolds } from './giveBack.ts'
import { isOpen, type Reservation } from './reservation.ts'
import { settle } from './settle.ts'
import { findGrant, LIMIT, post, tellIfDepleted, touch, type Wallet } from './wallet.ts'

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
