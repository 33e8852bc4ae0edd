import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PaymentMethodRecord } from '../methods/methods.sql.ts'
import { findProviderCustomerId } from '../providers/providers.sql.ts'
import { insertPayment, type PaymentRecord } from './payment.sql.ts'

export type NewPayment = Pick<
  PaymentRecord,
  'customerId' | 'attemptId' | 'purpose' | 'amount' | 'currency' | 'description'
> & {
  provider: string
  /** The method to charge; null opens a form. */
  method: PaymentMethodRecord | null
  invoiceId?: string
  isUnattended?: boolean
  resumeAt?: Date | null
  /** The current time on the customer's clock. */
  at: Date
}

/**
 * Creates the payment record before anything is sent to the provider. If the process crashes
 * afterwards, the record makes the sweep ask the provider for the outcome. The caller holds the
 * customer's lock.
 */
export async function createPayment(
  tx: Tx,
  { environmentId, now }: Pick<Scope, 'environmentId' | 'now'>,
  { provider, method, invoiceId, isUnattended, resumeAt, at, ...request }: NewPayment,
): Promise<PaymentRecord> {
  const key = { environmentId, customerId: request.customerId, provider }
  const payment: PaymentRecord = {
    ...request,
    id: newIdInBucket('payment', bucketOf(environmentId, request.customerId)),
    flow: method ? 'off_session' : 'form',
    invoiceId: invoiceId ?? null,
    isUnattended: isUnattended ?? false,
    resumeAt: resumeAt ?? null,
    paymentMethodId: method?.id ?? null,
    provider,
    providerCustomerId: await findProviderCustomerId(tx, key),
    providerMethodId: method?.providerMethodId ?? null,
    providerPaymentId: null,
    status: 'pending',
    amountRefunded: 0,
    errorCode: null,
    errorMessage: null,
    createdAt: at,
    // Real time, because the provider measures the age of its idempotency keys by it.
    sentAt: now,
    askedAt: null,
    completedAt: null,
  }
  await insertPayment(tx, environmentId, payment)
  return payment
}
