import { toNearestNumber } from '../../../kernel/amount.ts'
import { isExpired } from './expiry.ts'
import { expire, releaseHolds } from './giveBack.ts'
import type { Reservation } from './reservation.ts'
import {
  fallsDue,
  type Grant,
  NeedsWholeWallet,
  tell,
  timeIn,
  touch,
  type Wallet,
} from './wallet.ts'

/**
 * Books what has run out by now, in the order in which it did: a reservation gives back what it
 * holds, a grant loses what it has left. Every operation begins with it. Returns the instant at
 * which the operation takes place.
 */
export function settle(wallet: Wallet, now: Date): Date {
  const at = timeIn(wallet, now)
  if (wallet.nextDueAt === null || wallet.nextDueAt.getTime() > at.getTime()) return at
  if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
  for (const due of dueBy(wallet, at)) {
    if ('holds' in due) runOut(wallet, due, at)
    else if (due.remaining.units > 0n) expire(wallet, due, due.remaining, at)
  }
  wallet.nextDueAt = null
  for (const grant of wallet.grants)
    if (grant.remaining.units > 0n) fallsDue(wallet, grant.expiresAt)
  for (const { status, expiresAt } of wallet.reservations) {
    if (status === 'held') fallsDue(wallet, expiresAt)
  }
  touch(wallet, at)
  return at
}

/** By the instant; at the same one reservations come first, because what they give back may expire too. */
function dueBy(wallet: Wallet, at: Date): (Reservation | Grant)[] {
  const rank = (due: Reservation | Grant) => ('holds' in due ? 0 : 1)
  const instant = ({ expiresAt }: Reservation | Grant) => expiresAt?.getTime() ?? 0
  return [
    ...wallet.reservations.filter((each) => each.status === 'held' && isExpired(each, at)),
    ...wallet.grants.filter((each) => each.remaining.units > 0n && isExpired(each, at)),
  ].sort((a, b) => instant(a) - instant(b) || rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
}

function runOut(wallet: Wallet, reservation: Reservation, at: Date): void {
  const released = toNearestNumber(reservation.held)
  releaseHolds(wallet, reservation, 'expired', at)
  tell(wallet, 'reservation.expired', { reservationId: reservation.id, released }, at)
}
