import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type LockedCustomer, lockCustomer } from '../../customers/index.ts'
import { findPaymentMethod, type PaymentMethodRecord } from './methods.sql.ts'

/**
 * Returns a payment method of this customer. Throws "not found" for a method of another customer.
 */
export async function findCustomerMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodRecord> {
  const method = await findPaymentMethod(tx, scope.environmentId, id)
  if (method?.customerId !== customerId) throw notFound('payment method', id)
  return method
}

interface LockedMethod {
  customer: LockedCustomer
  /** The current time on the customer's clock. */
  now: Date
  method: PaymentMethodRecord
}

/** Locks the customer, then reads one of its payment methods. */
export async function lockCustomerMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<LockedMethod> {
  const { customer, now } = await lockCustomer(tx, scope, customerId)
  const method = await findCustomerMethod(tx, scope, customerId, id)
  return { customer, now, method }
}

/** Rejects methods that are detached or expired. */
export function requireActiveMethod(method: PaymentMethodRecord): void {
  requireAttached(method)
  if (method.status === 'expired') throw unusableMethod(method, 'has expired')
}

export function requireAttached(method: PaymentMethodRecord): void {
  if (method.status === 'detached') throw unusableMethod(method, 'was detached')
}

const unusableMethod = ({ id }: PaymentMethodRecord, why: string): PurserError =>
  new PurserError(
    'invalid_state',
    `The payment method ${JSON.stringify(id)} ${why}. Use another, or set one up with POST /v1/payment-methods/setup.`,
  )
