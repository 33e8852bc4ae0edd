import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PaymentChange } from '../core/paymentState.ts'
import type { PaymentRecord } from '../read/payments.ts'

export const insertPayment = (tx: Tx, environmentId: string, payment: PaymentRecord) =>
  tx
    .insertInto('payments')
    .values({
      bucket: bucketOf(environmentId, payment.customerId),
      environment_id: environmentId,
      id: payment.id,
      customer_id: payment.customerId,
      attempt_id: payment.attemptId,
      purpose: payment.purpose,
      flow: payment.flow,
      invoice_id: payment.invoiceId,
      is_unattended: payment.isUnattended,
      resume_at: payment.resumeAt,
      payment_method_id: payment.paymentMethodId,
      provider: payment.provider,
      provider_customer_id: payment.providerCustomerId,
      provider_method_id: payment.providerMethodId,
      provider_payment_id: payment.providerPaymentId,
      status: payment.status,
      amount: payment.amount,
      amount_refunded: payment.amountRefunded,
      currency: payment.currency,
      description: payment.description,
      error_code: payment.errorCode,
      error_message: payment.errorMessage,
      created_at: payment.createdAt,
      sent_at: payment.sentAt,
      asked_at: payment.askedAt,
      completed_at: payment.completedAt,
    })
    .execute()

const update = (tx: Tx, environmentId: string, id: string) =>
  tx
    .updateTable('payments')
    .where('bucket', '=', bucketOfId('payment', id) ?? -1)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)

/** What the provider said; what it knows the payment by is never forgotten. */
export const writeOutcome = (
  tx: Tx,
  environmentId: string,
  id: string,
  change: PaymentChange & { completedAt: Date | null; paymentMethodId: string | null },
) =>
  update(tx, environmentId, id)
    .set((eb) => ({
      status: change.status,
      provider_payment_id: eb.fn.coalesce(eb.val(change.providerPaymentId), 'provider_payment_id'),
      payment_method_id: eb.fn.coalesce(eb.val(change.paymentMethodId), 'payment_method_id'),
      error_code: change.errorCode,
      error_message: change.errorMessage,
      completed_at: change.completedAt,
    }))
    .execute()

export const writeAskedAt = (tx: Tx, environmentId: string, id: string, now: Date) =>
  update(tx, environmentId, id).set({ asked_at: now }).execute()

export const writeProviderCustomer = (
  tx: Tx,
  environmentId: string,
  id: string,
  providerCustomerId: string,
) => update(tx, environmentId, id).set({ provider_customer_id: providerCustomerId }).execute()

/** What is being given back counts as given back, so that two refunds never exceed the payment. */
export const addRefunded = (tx: Tx, environmentId: string, id: string, amount: number) =>
  update(tx, environmentId, id)
    .set((eb) => ({ amount_refunded: eb('amount_refunded', '+', amount) }))
    .execute()
