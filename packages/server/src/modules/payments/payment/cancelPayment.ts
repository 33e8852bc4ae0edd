import { type PaymentOutcome, unknownOutcome } from '../provider.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import type { PaymentRecord } from './payment.sql.ts'

/**
 * Cancels a payment that waits for an absent customer. The payment may turn out to have succeeded.
 */
export async function cancelPayment(
  providers: PaymentProviders,
  environmentId: string,
  { provider, attemptId, providerPaymentId }: PaymentRecord,
): Promise<PaymentOutcome> {
  if (providerPaymentId === null) return { kind: 'unknown', cause: 'no id at the provider yet' }
  try {
    const connection = await providers.byId(environmentId, provider)
    return await connection.cancelPayment({ attemptId, providerPaymentId })
  } catch (error) {
    return unknownOutcome(error)
  }
}

const NOBODY_TO_CONFIRM = {
  kind: 'declined',
  code: 'authentication_required',
  message: 'The bank asked the customer to confirm the payment, but the customer was not present.',
  isRetryable: false,
} as const

/**
 * Cancels a payment at the provider if it fails in Purser but could still be paid there. This is a
 * challenge without a customer to confirm it, or a declined charge whose form is already open.
 */
export async function cancelIfUnattended(
  providers: PaymentProviders,
  environmentId: string,
  payment: PaymentRecord,
  isUnattended: boolean,
  outcome: PaymentOutcome,
): Promise<PaymentOutcome> {
  const needsCustomer = outcome.kind === 'requires_action' && isUnattended
  const isDeclined = outcome.kind === 'declined' && payment.status === 'requires_action'
  if (!needsCustomer && !(isDeclined && payment.flow === 'off_session')) return outcome
  const { providerPaymentId } = outcome
  const cancellation = await cancelPayment(providers, environmentId, {
    ...payment,
    providerPaymentId,
  })
  if (cancellation.kind !== 'canceled') return cancellation
  return isDeclined
    ? outcome
    : { ...NOBODY_TO_CONFIRM, providerPaymentId: cancellation.providerPaymentId }
}
