import { releaseHolds } from './giveBack.ts'
import { isOpen, type Reservation } from './reservation.ts'
import { settle } from './settle.ts'
import type { Wallet } from './wallet.ts'

/** Gives back all that is held. */
export function release(wallet: Wallet, reservation: Reservation, now: Date): 'done' | 'ended' {
  const at = settle(wallet, now)
  if (wallet.status === 'closed' || !isOpen(reservation, at)) return 'ended'
  releaseHolds(wallet, reservation, 'released', at)
  return 'done'
}
