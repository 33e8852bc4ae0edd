import { cancelPayment } from './cancelPayment.ts'
import type { PaymentProviders } from './paymentProviders.ts'
import type { PaymentOutcome } from './provider.ts'
import type { PaymentRecord } from './read/payments.ts'

const UNANSWERABLE = {
  kind: 'declined',
  code: 'authentication_required',
  message: 'The bank asks the customer to confirm the payment, and nobody is there to do so.',
  isRetryable: false,
} as const

/**
 * Ends at the provider what is to end here but could still be paid there: a challenge that nobody is
 * there to pass, and a charge that was refused after its form was handed out.
 */
export async function closeOff(
  providers: PaymentProviders,
  environmentId: string,
  payment: PaymentRecord,
  isUnattended: boolean,
  outcome: PaymentOutcome,
): Promise<PaymentOutcome> {
  const isUnanswerable = outcome.kind === 'requires_action' && isUnattended
  const isRefused = outcome.kind === 'declined' && payment.status === 'requires_action'
  if (!isUnanswerable && !(isRefused && payment.flow === 'off_session')) return outcome
  const { providerPaymentId } = outcome
  const closed = await cancelPayment(providers, environmentId, { ...payment, providerPaymentId })
  if (closed.kind !== 'canceled') return closed
  return isRefused ? outcome : { ...UNANSWERABLE, providerPaymentId: closed.providerPaymentId }
}
