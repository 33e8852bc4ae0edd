import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { writeDefaultPaymentMethod } from '../../customers/index.ts'
import { lockCustomerMethod, requireActiveMethod } from './customerMethod.ts'
import type { PaymentMethodRecord } from './methods.sql.ts'

/** Makes a method the one that the customer is charged with. */
export async function setDefaultPaymentMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodRecord> {
  const { method } = await lockCustomerMethod(tx, scope, customerId, id)
  requireActiveMethod(method)
  if (method.isDefault) return method
  await writeDefaultPaymentMethod(tx, scope, customerId, id)
  return { ...method, isDefault: true }
}
