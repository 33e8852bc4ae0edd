import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type PaymentOutcome, unknownOutcome } from '../provider.ts'
import { ensureProviderCustomer } from '../providers/ensureProviderCustomer.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import { type PaymentRecord, writeProviderCustomer } from './payment.sql.ts'

/**
 * Sends a payment to its provider, or sends it again. The attempt id is the idempotency key, so
 * repeated calls charge once. Call it with no transaction open. Every error becomes the outcome
 * `unknown`.
 */
export async function sendPayment(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  payment: PaymentRecord,
): Promise<PaymentOutcome> {
  try {
    const provider = await providers.byId(scope.environmentId, payment.provider)
    const { attemptId, amount, currency, description, providerMethodId } = payment
    const providerCustomerId =
      payment.providerCustomerId ??
      (await ensureProviderCustomer(db, provider, scope, payment.customerId))
    if (payment.providerCustomerId === null) {
      await withTransaction(db, (tx) =>
        writeProviderCustomer(tx, scope.environmentId, payment.id, providerCustomerId),
      )
    }
    const request = { attemptId, providerCustomerId, amount, currency, description }
    return payment.flow === 'off_session' && providerMethodId !== null
      ? await provider.charge({ ...request, providerMethodId })
      : await provider.startPayment(request)
  } catch (error) {
    return unknownOutcome(error)
  }
}
