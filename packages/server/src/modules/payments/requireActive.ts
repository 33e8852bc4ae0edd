import { PurserError } from '../../kernel/errors.ts'
import type { PaymentMethodRecord } from './read/paymentMethods.ts'

/** Refuses to charge with what is detached or has run out. */
export function requireActive(method: PaymentMethodRecord): void {
  refuseDetached(method)
  if (method.status === 'expired') throw unusable(method, 'has expired')
}

export function refuseDetached(method: PaymentMethodRecord): void {
  if (method.status === 'detached') throw unusable(method, 'was detached')
}

const unusable = ({ id }: PaymentMethodRecord, why: string): PurserError =>
  new PurserError(
    'invalid_state',
    `The payment method ${JSON.stringify(id)} ${why}. Use another, or set one up with POST /v1/payment-methods/setup.`,
  )
