import type { Scope } from '../../../kernel/scope.ts'
import { askAboutPayment, cancelPayment, type PaymentOutcome } from '../../payments/index.ts'
import type { PaymentRecord } from '../../payments/read.ts'
import type { Billing } from '../ports.ts'

/**
 * Cancels a payment at the provider. If the provider's id of the payment is unknown, Purser first
 * asks the provider, because it may have received the payment.
 */
export async function cancelOpenPayment(
  { db, providers }: Billing,
  scope: Scope,
  payment: PaymentRecord,
): Promise<PaymentOutcome> {
  const { providerPaymentId } = payment
  if (providerPaymentId !== null) return cancelPayment(providers, scope.environmentId, payment)
  const outcome = await askAboutPayment(db, providers, scope, payment)
  return outcome.kind === 'requires_action'
    ? cancelPayment(providers, scope.environmentId, { ...payment, ...outcome })
    : outcome
}
