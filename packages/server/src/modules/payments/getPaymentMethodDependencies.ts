import type { PaymentMethodDependencies } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { readCustomers } from '../customers/read.ts'
import { findOwnMethod } from './findOwnMethod.ts'
import { readDependents } from './readDependents.ts'

/** What depends on a method: the same answer by which `detachPaymentMethod` decides. */
export async function getPaymentMethodDependencies(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodDependencies> {
  const { environmentId } = scope
  const [customer] = await readCustomers(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  return readDependents(tx, customer, await findOwnMethod(tx, scope, customerId, id))
}
