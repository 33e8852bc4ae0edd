import { secondsAfter } from './expiry.ts'
import { isOpen, type Reservation } from './reservation.ts'
import { settle } from './settle.ts'
import { fallsDue, touch, type Wallet } from './wallet.ts'

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
