import type { Reservation } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { throwIfRefused } from '../wallet/withWallet.ts'
import { getReservation, withReservation } from './getReservation.ts'
import { release } from './reservations.core.ts'

/** Releases all credits that a reservation holds. */
export async function releaseReservation(tx: Tx, scope: Scope, id: string): Promise<Reservation> {
  await withReservation(tx, scope, id, ({ wallet, reservation, now }) =>
    throwIfRefused(release(wallet, reservation, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
