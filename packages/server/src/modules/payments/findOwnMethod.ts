import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findPaymentMethod, type PaymentMethodRecord } from './read/paymentMethods.ts'

/** A customer's own method; that of another customer is not there either. */
export async function findOwnMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodRecord> {
  const method = await findPaymentMethod(tx, scope.environmentId, id)
  if (method?.customerId !== customerId) throw notFound('payment method', id)
  return method
}
