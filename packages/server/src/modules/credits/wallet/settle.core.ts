import { type Amount, minAmount, subtract, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { addEvent, addGrant, lowerNextDue, markChanged, type Posting, post } from './post.core.ts'
import {
  type Grant,
  isExpired,
  NeedsWholeWallet,
  operationTime,
  type Reservation,
  requireGrant,
  type Wallet,
} from './wallet.core.ts'

/**
 * Processes everything that has expired by now, in the order of expiry. Reservations release their
 * credits, and grants lose their remaining credits. Every operation calls this first. Returns the
 * time of the operation.
 */
export function settle(wallet: Wallet, now: Date): Date {
  const at = operationTime(wallet, now)
  if (wallet.nextDueAt === null || wallet.nextDueAt.getTime() > at.getTime()) return at
  if (!wallet.isWhole) throw new NeedsWholeWallet(wallet)
  for (const due of listExpired(wallet, at)) {
    if ('holds' in due) expireReservation(wallet, due, at)
    else if (due.remaining.units > 0n) expireGrant(wallet, due, due.remaining, at)
  }
  wallet.nextDueAt = null
  for (const grant of wallet.grants)
    if (grant.remaining.units > 0n) lowerNextDue(wallet, grant.expiresAt)
  for (const { status, expiresAt } of wallet.reservations) {
    if (status === 'held') lowerNextDue(wallet, expiresAt)
  }
  markChanged(wallet, at)
  return at
}

/**
 * Sorted by time. If times are equal, reservations come first, because the credits that they return
 * may expire too.
 */
function listExpired(wallet: Wallet, at: Date): (Reservation | Grant)[] {
  const rank = (due: Reservation | Grant) => ('holds' in due ? 0 : 1)
  const instant = ({ expiresAt }: Reservation | Grant) => expiresAt?.getTime() ?? 0
  return [
    ...wallet.reservations.filter((each) => each.status === 'held' && isExpired(each, at)),
    ...wallet.grants.filter((each) => each.remaining.units > 0n && isExpired(each, at)),
  ].sort((a, b) => instant(a) - instant(b) || rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
}

function expireReservation(wallet: Wallet, reservation: Reservation, at: Date): void {
  const released = toNearestNumber(reservation.held)
  releaseHolds(wallet, reservation, 'expired', at)
  addEvent(wallet, 'reservation.expired', { reservationId: reservation.id, released }, at)
}

/** The priority of credits that are returned after their overdraft was repaid. */
const RETURNED_PRIORITY = 100

/**
 * Returns credits to the grant they came from. If the grant has ended, they are taken again at
 * once, with a separate row. A void grant is checked first, because voided credits must not roll
 * over. If the credits came from an overdraft that has been repaid, they become a new grant.
 */
export function returnCredits(wallet: Wallet, grantId: string | null, posting: Posting): void {
  const { amount, at } = posting
  if (grantId === null) {
    returnOverdraft(wallet, posting)
    return
  }
  const grant = requireGrant(wallet, grantId)
  // The grant may become spendable again, so its position among all spendable grants must be known.
  if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
  post(wallet, grant, posting)
  if (grant.voidedAt !== null) post(wallet, grant, { type: 'DEBIT', reason: 'VOID', amount, at })
  else if (isExpired(grant, at)) expireGrant(wallet, grant, amount, at)
  else lowerNextDue(wallet, grant.expiresAt)
}

function returnOverdraft(wallet: Wallet, posting: Posting): void {
  const { amount, reason, at } = posting
  const repaid = minAmount(amount, wallet.overdraft)
  if (repaid.units > 0n) post(wallet, null, { ...posting, amount: repaid })
  const rest = subtract(amount, repaid)
  if (rest.units === 0n) return
  const grant = addGrant(
    wallet,
    { reason, amount: rest, priority: RETURNED_PRIORITY, expiresAt: null },
    at,
  )
  post(wallet, grant, { ...posting, amount: rest })
}

function expireGrant(wallet: Wallet, grant: Grant, amount: Amount, at: Date): void {
  post(wallet, grant, { type: 'EXPIRE', reason: 'EXPIRATION', amount, at })
  addEvent(wallet, 'credits.expired', { grantId: grant.id, amount: toNearestNumber(amount) }, at)
}

/** Ends a reservation and returns all credits that it still holds. */
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
    returnCredits(wallet, grantId, {
      type: 'RELEASE',
      reason: 'RESERVATION_RELEASE',
      amount,
      at,
      reservationId: reservation.id,
    })
  }
  wallet.held = subtract(wallet.held, reservation.held)
  markChanged(wallet, at)
  reservation.held = ZERO
  reservation.status = status
  reservation.updatedAt = at
  reservation.isChanged = true
}
