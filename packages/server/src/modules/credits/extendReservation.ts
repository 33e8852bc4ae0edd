import type { Reservation } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { extend } from './core/extend.ts'
import { carriedOut } from './core/refuse.ts'
import { getReservation } from './getReservation.ts'
import { withReservation } from './withReservation.ts'

/** Moves the expiry of a reservation, counted from now. */
export async function extendReservation(
  tx: Tx,
  scope: Scope,
  id: string,
  { expiresInSeconds }: { expiresInSeconds: number },
): Promise<Reservation> {
  await withReservation(tx, scope, id, ({ wallet, reservation, now }) =>
    carriedOut(extend(wallet, reservation, expiresInSeconds, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
