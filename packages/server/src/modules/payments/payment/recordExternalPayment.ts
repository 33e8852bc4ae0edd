import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { EXTERNAL_PROVIDER } from './payment.core.ts'
import { insertPayment, type PaymentRecord, renderPayment } from './payment.sql.ts'

/**
 * Records money that did not come through a provider, such as a bank transfer. The caller holds the
 * customer's lock.
 */
export async function recordExternalPayment(
  tx: Tx,
  scope: Scope,
  {
    at,
    ...details
  }: Pick<PaymentRecord, 'customerId' | 'amount' | 'currency' | 'description'> & {
    invoiceId: string
    /** The current time on the customer's clock. */
    at: Date
  },
): Promise<PaymentRecord> {
  const { environmentId } = scope
  const { customerId } = details
  const bucket = bucketOf(environmentId, customerId)
  const payment: PaymentRecord = {
    ...details,
    id: newIdInBucket('payment', bucket),
    attemptId: newIdInBucket('paymentAttempt', bucket),
    purpose: 'invoice',
    flow: 'off_session',
    isUnattended: false,
    resumeAt: null,
    paymentMethodId: null,
    provider: EXTERNAL_PROVIDER,
    providerCustomerId: null,
    providerMethodId: null,
    providerPaymentId: null,
    status: 'succeeded',
    amountRefunded: 0,
    errorCode: null,
    errorMessage: null,
    createdAt: at,
    sentAt: scope.now,
    askedAt: null,
    completedAt: at,
  }
  await insertPayment(tx, environmentId, payment)
  await emitEvent(tx, scope, {
    type: 'payment.succeeded',
    customerId,
    data: renderPayment(payment),
  })
  return payment
}
