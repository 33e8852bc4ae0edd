import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { type LockedCustomer, lockCustomers } from '../customers/index.ts'
import { findOwnMethod } from './findOwnMethod.ts'
import type { PaymentMethodRecord } from './read/paymentMethods.ts'

interface LockedMethod {
  customer: LockedCustomer
  /** The customer's time. */
  now: Date
  method: PaymentMethodRecord
}

/** Locks the customer and reads one of its methods as it is then. */
export async function lockOwnMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<LockedMethod> {
  const { environmentId } = scope
  const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const method = await findOwnMethod(tx, scope, customerId, id)
  return { customer, now: customer.frozenTime ?? scope.now, method }
}
