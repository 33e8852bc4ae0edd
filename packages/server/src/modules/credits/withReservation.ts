import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Reservation } from './core/reservation.ts'
import { getReservation } from './getReservation.ts'
import { loadReservation } from './read/loadWhole.ts'
import { type OpenedWallet, withWallet } from './withWallet.ts'

/** Opens the wallet of a reservation, with all that it holds. */
export async function withReservation<T>(
  tx: Tx,
  scope: Scope,
  id: string,
  work: (opened: OpenedWallet & { reservation: Reservation }) => T,
): Promise<T> {
  const target = await getReservation(tx, scope, id)
  return withWallet(tx, scope, target, async (opened) => {
    const reservation = await loadReservation(opened.session, opened.wallet, id)
    if (!reservation) throw notFound('reservation', id)
    return work({ ...opened, reservation })
  })
}
