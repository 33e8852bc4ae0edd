import { type Amount, least, subtract, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { addGrant } from './addGrant.ts'
import { isExpired } from './expiry.ts'
import type { Reservation } from './reservation.ts'
import {
  fallsDue,
  findGrant,
  type Grant,
  NeedsWholeWallet,
  type Posting,
  post,
  tell,
  touch,
  type Wallet,
} from './wallet.ts'

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
export function expire(wallet: Wallet, grant: Grant, amount: Amount, at: Date): void {
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
