import type { Reservation } from '@purser/contract'
import type { Amount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { throwIfRefused } from '../wallet/withWallet.ts'
import { getReservation, withReservation } from './getReservation.ts'
import { type Capture, capture } from './reservations.core.ts'

export interface CaptureResult {
  reservation: Reservation
  featureId: string | null
  unitCost: Amount | null
  /** The amount that credits did not cover if the rule is to invoice it. */
  uncovered: Amount
}

/** Debits the amount used and releases the rest, or keeps it held. */
export async function captureReservation(
  tx: Tx,
  scope: Scope,
  id: string,
  request: Capture,
): Promise<CaptureResult> {
  const captured = await withReservation(tx, scope, id, ({ wallet, reservation, now }) => {
    const { uncovered } = throwIfRefused(capture(wallet, reservation, request, now), 'reservation')
    return { uncovered, featureId: reservation.featureId, unitCost: reservation.unitCost }
  })
  return { ...captured, reservation: await getReservation(tx, scope, id) }
}
