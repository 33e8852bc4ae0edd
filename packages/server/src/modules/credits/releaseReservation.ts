import type { Reservation } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { carriedOut } from './core/refuse.ts'
import { release } from './core/release.ts'
import { getReservation } from './getReservation.ts'
import { withReservation } from './withReservation.ts'

/** Gives back all that a reservation holds. */
export async function releaseReservation(tx: Tx, scope: Scope, id: string): Promise<Reservation> {
  await withReservation(tx, scope, id, ({ wallet, reservation, now }) =>
    carriedOut(release(wallet, reservation, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
