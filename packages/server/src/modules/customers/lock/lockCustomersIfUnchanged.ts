import type { Session } from '../../../platform/db/session.ts'
import { type StampedCustomer, writeStampsIfUnchanged } from './customerStamps.sql.ts'
import { inLockingOrder, newStamp } from './lockCustomers.ts'

/**
 * Locks customers whose data the caller has cached. Fails if a customer has a different stamp or an
 * environment has a newer catalog. A failure also cancels the statements that were pipelined after
 * this one. Returns the new stamp without waiting for the response.
 */
export function lockCustomersIfUnchanged(
  session: Session,
  customers: readonly StampedCustomer[],
  catalogVersions: ReadonlyMap<string, number>,
): { stamp: number; locked: Promise<unknown> } {
  const sorted = inLockingOrder(customers)
  const stamp = newStamp()
  return { stamp, locked: writeStampsIfUnchanged(session, sorted, catalogVersions, stamp) }
}
