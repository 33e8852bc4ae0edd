import type { Reservation } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { throwIfRefused } from '../wallet/withWallet.ts'
import { getReservation, withReservation } from './getReservation.ts'
import { extend } from './reservations.core.ts'

/** Sets the expiry of a reservation, counted from now. */
export async function extendReservation(
  tx: Tx,
  scope: Scope,
  id: string,
  { expiresInSeconds }: { expiresInSeconds: number },
): Promise<Reservation> {
  await withReservation(tx, scope, id, ({ wallet, reservation, now }) =>
    throwIfRefused(extend(wallet, reservation, expiresInSeconds, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
