import type { Reservation as RenderedReservation } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { loadReservation } from '../wallet/loadWhole.sql.ts'
import type { Reservation } from '../wallet/wallet.core.ts'
import { type OpenedWallet, withWallet } from '../wallet/withWallet.ts'
import { findReservation } from './reservations.sql.ts'

/** Returns a reservation. Shows it as expired from the time of expiry, even before the sweep. */
export async function getReservation(
  tx: Tx,
  { environmentId, now }: Pick<Scope, 'environmentId' | 'now'>,
  id: string,
): Promise<RenderedReservation> {
  const reservation = await findReservation(tx, environmentId, id, now)
  if (!reservation) throw notFound('reservation', id)
  return reservation
}

/** Opens the wallet of a reservation together with the grants whose credits it holds. */
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
