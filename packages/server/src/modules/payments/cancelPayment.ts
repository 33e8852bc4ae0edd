import type { PaymentProviders } from './paymentProviders.ts'
import type { PaymentOutcome } from './provider.ts'
import type { PaymentRecord } from './read/payments.ts'

/** Ends a payment that waits for a customer who is not there. It may turn out to have succeeded. */
export async function cancelPayment(
  providers: PaymentProviders,
  environmentId: string,
  { provider, attemptId, providerPaymentId }: PaymentRecord,
): Promise<PaymentOutcome> {
  if (providerPaymentId === null) return { kind: 'unknown', cause: 'not named by the provider yet' }
  try {
    const connection = await providers.byId(environmentId, provider)
    return await connection.cancelPayment({ attemptId, providerPaymentId })
  } catch (error) {
    return { kind: 'unknown', cause: error instanceof Error ? error.message : 'no answer' }
  }
}
