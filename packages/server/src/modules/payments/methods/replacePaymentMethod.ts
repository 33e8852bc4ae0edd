import type { paymentEndpoints, ResponseOf } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { writeDefaultPaymentMethod } from '../../customers/index.ts'
import {
  findCustomerMethod,
  lockCustomerMethod,
  requireActiveMethod,
  requireAttached,
} from './customerMethod.ts'
import { markDetached } from './detachPaymentMethod.ts'
import { findDefaultMethod } from './methods.sql.ts'

/**
 * Detaches a method and puts another one in its place in the same transaction. Dependencies of the
 * old method do not block this, because they continue with the new one.
 */
export async function replacePaymentMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  {
    oldPaymentMethodId,
    newPaymentMethodId,
  }: Record<'oldPaymentMethodId' | 'newPaymentMethodId', string>,
): Promise<ResponseOf<typeof paymentEndpoints.replacePaymentMethod>> {
  const { now, method: oldMethod } = await lockCustomerMethod(
    tx,
    scope,
    customerId,
    oldPaymentMethodId,
  )
  const newMethod = await findCustomerMethod(tx, scope, customerId, newPaymentMethodId)
  requireAttached(oldMethod)
  requireActiveMethod(newMethod)
  const currentDefault = await findDefaultMethod(tx, scope.environmentId, customerId)
  await markDetached(tx, scope, oldMethod, { now, isGoneAtProvider: false })
  // A usable default stays. An expired default cannot be charged, so the new method replaces it.
  const becameDefault = oldMethod.isDefault || currentDefault === null
  if (becameDefault) await writeDefaultPaymentMethod(tx, scope, customerId, newMethod.id)
  return {
    customerId,
    oldPaymentMethodId,
    newPaymentMethodId,
    becameDefault,
    clearedOldDefault: oldMethod.isDefault,
  }
}
