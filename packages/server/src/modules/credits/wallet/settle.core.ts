import { type Amount, least, subtract, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { addGrant, fallsDue, type Posting, post, tell, touch } from './post.core.ts'
import {
  findGrant,
  type Grant,
  isExpired,
  NeedsWholeWallet,
  type Reservation,
  timeIn,
  type Wallet,
} from './wallet.core.ts'

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

/** What came back of an overdraft that was repaid meanwhile is spent like any other credit. */
const PRIORITY = 100

/**
 * Gives credits back to where they came from. A grant that has ended meanwhile loses them at once,
 * with a row of its own; void comes first, because what was voided must not roll over. An overdraft
 * that was repaid meanwhile leaves a new grant.
 */
export function giveBack(wallet: Wallet, grantId: string | null, posting: Posting): void {
  const { amount, at } = posting
  if (grantId === null) {
    giveBackOverdraft(wallet, posting)
    return
  }
  const grant = findGrant(wallet, grantId)
  // What has something left again takes its place among all that have.
  if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
  post(wallet, grant, posting)
  if (grant.voidedAt !== null) post(wallet, grant, { type: 'DEBIT', reason: 'VOID', amount, at })
  else if (isExpired(grant, at)) expire(wallet, grant, amount, at)
  else fallsDue(wallet, grant.expiresAt)
}

function giveBackOverdraft(wallet: Wallet, posting: Posting): void {
  const { amount, reason, at } = posting
  const owed = least(amount, wallet.overdraft)
  if (owed.units > 0n) post(wallet, null, { ...posting, amount: owed })
  const rest = subtract(amount, owed)
  if (rest.units === 0n) return
  const grant = addGrant(wallet, { reason, amount: rest, priority: PRIORITY, expiresAt: null }, at)
  post(wallet, grant, { ...posting, amount: rest })
}

/** Takes what has expired. */
function expire(wallet: Wallet, grant: Grant, amount: Amount, at: Date): void {
  post(wallet, grant, { type: 'EXPIRE', reason: 'EXPIRATION', amount, at })
  tell(wallet, 'credits.expired', { grantId: grant.id, amount: toNearestNumber(amount) }, at)
}

/** Ends a reservation and gives back all that it still holds. */
export function releaseHolds(
  wallet: Wallet,
  reservation: Reservation,
  status: 'captured' | 'released' | 'expired',
  at: Date,
): void {
  for (const hold of reservation.holds) {
    const { amount, grantId } = hold
    if (amount.units === 0n) continue
    hold.amount = ZERO
    giveBack(wallet, grantId, {
      type: 'RELEASE',
      reason: 'RESERVATION_RELEASE',
      amount,
      at,
      reservationId: reservation.id,
    })
  }
  wallet.held = subtract(wallet.held, reservation.held)
  touch(wallet, at)
  reservation.held = ZERO
  reservation.status = status
  reservation.updatedAt = at
  reservation.isChanged = true
}
