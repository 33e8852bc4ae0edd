import type { Reservation } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findReservation } from './read/reservations.ts'

/** A reservation as it stands; one that has run out is shown so, whether or not that was booked. */
export async function getReservation(
  tx: Tx,
  { environmentId, now }: Pick<Scope, 'environmentId' | 'now'>,
  id: string,
): Promise<Reservation> {
  const reservation = await findReservation(tx, environmentId, id, now)
  if (!reservation) throw notFound('reservation', id)
  return reservation
}
