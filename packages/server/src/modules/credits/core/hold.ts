import { type Amount, add, ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { burnDown } from './burnDown.ts'
import type { Exhaustion } from './exhaustion.ts'
import { secondsAfter } from './expiry.ts'
import type { Hold, Reservation } from './reservation.ts'
import { settle } from './settle.ts'
import { fallsDue, post, tellIfDepleted, touch, type Wallet } from './wallet.ts'

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
