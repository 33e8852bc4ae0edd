import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../testClocks/testClocks.core.ts'
import { type LockedCustomer, lockCustomers } from './lockCustomers.ts'

type LockScope = Pick<Scope, 'environmentId' | 'now'>

/**
 * Locks one customer as `lockCustomers` does. `now` is the time of the customer's test clock, or
 * the time of the scope without one.
 */
export async function lockCustomer(
  tx: Tx,
  scope: LockScope,
  customerId: string,
): Promise<{ customer: LockedCustomer; now: Date }> {
  const { customer, now } = await lockCustomerIfExists(tx, scope, customerId)
  if (!customer) throw notFound('customer', customerId)
  return { customer, now }
}

/** Returns `null` and the time of the scope if the customer does not exist or is deleted. */
export async function lockCustomerIfExists(
  tx: Tx,
  { environmentId, now }: LockScope,
  customerId: string,
): Promise<{ customer: LockedCustomer | null; now: Date }> {
  const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
  return customer ? { customer, now: currentTimeOf(customer, now) } : { customer: null, now }
}
