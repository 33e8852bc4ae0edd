import type { Payment } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { PaymentChange, PaymentState, PaymentStatus } from './payment.core.ts'

export interface PaymentRecord extends PaymentState {
  id: string
  customerId: string
  attemptId: string
  purpose: 'topup' | 'invoice'
  invoiceId: string | null
  /** True for an automatic charge: no customer is present to confirm it. */
  isUnattended: boolean
  /**
   * When the invoice is collected again if this payment fails; null if this payment does not decide
   * that.
   */
  resumeAt: Date | null
  paymentMethodId: string | null
  provider: string
  providerCustomerId: string | null
  providerMethodId: string | null
  providerPaymentId: string | null
  amount: number
  amountRefunded: number
  currency: string
  description: string
  errorCode: string | null
  errorMessage: string | null
  createdAt: Date
  sentAt: Date
  askedAt: Date | null
  completedAt: Date | null
}

const selectPayments = (tx: Tx, environmentId: string) =>
  tx.selectFrom('payments').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number]

const toPayment = (row: Row): PaymentRecord => ({
  id: row.id,
  customerId: row.customer_id,
  attemptId: row.attempt_id,
  purpose: row.purpose as PaymentRecord['purpose'],
  flow: row.flow as PaymentRecord['flow'],
  invoiceId: row.invoice_id,
  isUnattended: row.is_unattended,
  resumeAt: row.resume_at,
  paymentMethodId: row.payment_method_id,
  provider: row.provider,
  providerCustomerId: row.provider_customer_id,
  providerMethodId: row.provider_method_id,
  providerPaymentId: row.provider_payment_id,
  status: row.status as PaymentStatus,
  amount: row.amount,
  amountRefunded: row.amount_refunded,
  currency: row.currency,
  description: row.description,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  askedAt: row.asked_at,
  completedAt: row.completed_at,
})

export async function findPayment(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<PaymentRecord | null> {
  const bucket = bucketOfId('payment', id)
  if (bucket === null) return null
  const row = await selectPayments(tx, environmentId)
    .where('bucket', '=', bucket)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Finds a payment by its id at the provider or by its attempt id. */
export async function findPaymentAtProvider(
  tx: Tx,
  environmentId: string,
  provider: string,
  reference: { providerPaymentId: string; attemptId: string | null },
): Promise<PaymentRecord | null> {
  const byId = await selectPayments(tx, environmentId)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', reference.providerPaymentId)
    .executeTakeFirst()
  if (byId) return toPayment(byId)
  const bucket =
    reference.attemptId === null ? null : bucketOfId('paymentAttempt', reference.attemptId)
  if (bucket === null) return null
  const byAttempt = await selectPayments(tx, environmentId)
    .where('provider', '=', provider)
    .where('bucket', '=', bucket)
    .where('attempt_id', '=', reference.attemptId)
    .executeTakeFirst()
  return byAttempt ? toPayment(byAttempt) : null
}

/**
 * Returns whether a payment sent before this time still lacks its id at the provider, so that the
 * provider may refer to it by an id that Purser does not know.
 */
export async function hasPaymentWithoutProviderId(
  tx: Tx,
  environmentId: string,
  provider: string,
  sentBefore: Date,
): Promise<boolean> {
  const row = await selectPayments(tx, environmentId)
    .where('provider', '=', provider)
    .where('status', 'in', ['pending', 'requires_action'])
    .where('provider_payment_id', 'is', null)
    .where('sent_at', '<=', sentBefore)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the customer has a payment that has not ended. */
export async function hasOpenPayment(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const row = await selectPayments(tx, environmentId)
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending', 'requires_action'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists all payments of an invoice, oldest first. */
export async function listPaymentsOfInvoice(
  tx: Tx,
  environmentId: string,
  customerId: string,
  invoiceId: string,
): Promise<PaymentRecord[]> {
  const rows = await selectPayments(tx, environmentId)
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPayment)
}

interface PaymentFilter {
  customerId: string | undefined
  status: PaymentStatus | undefined
}

export async function listPayments(
  tx: Tx,
  environmentId: string,
  { customerId, status }: PaymentFilter,
  page: PageRequest,
): Promise<PaymentRecord[]> {
  const rows = await selectPayments(tx, environmentId)
    .$if(customerId !== undefined, (query) =>
      query
        .where('bucket', '=', bucketOf(environmentId, customerId ?? ''))
        .where('customer_id', '=', customerId ?? ''),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toPayment)
}

export const renderPayment = (payment: PaymentRecord): Payment => ({
  id: payment.id,
  customerId: payment.customerId,
  attemptId: payment.attemptId,
  invoiceId: payment.invoiceId,
  paymentMethodId: payment.paymentMethodId,
  paymentProviderId: payment.provider,
  providerPaymentId: payment.providerPaymentId,
  status: payment.status,
  amount: payment.amount,
  amountRefunded: payment.amountRefunded,
  currency: payment.currency,
  errorCode: payment.errorCode,
  errorMessage: payment.errorMessage,
  createdAt: payment.createdAt.toISOString(),
  completedAt: payment.completedAt?.toISOString() ?? null,
})

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

const updatePayment = (tx: Tx, environmentId: string, id: string) =>
  tx
    .updateTable('payments')
    .where('bucket', '=', bucketOfId('payment', id) ?? -1)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)

/**
 * Writes an outcome and returns the updated payment. An id at the provider, once stored, is never
 * overwritten with null.
 */
export const writeOutcome = async (
  tx: Tx,
  environmentId: string,
  id: string,
  change: PaymentChange & { completedAt: Date | null; paymentMethodId: string | null },
): Promise<PaymentRecord> => {
  const row = await updatePayment(tx, environmentId, id)
    .set((eb) => ({
      status: change.status,
      provider_payment_id: eb.fn.coalesce(eb.val(change.providerPaymentId), 'provider_payment_id'),
      payment_method_id: eb.fn.coalesce(eb.val(change.paymentMethodId), 'payment_method_id'),
      error_code: change.errorCode,
      error_message: change.errorMessage,
      completed_at: change.completedAt,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayment(row)
}

export const writeAskedAt = (tx: Tx, environmentId: string, id: string, now: Date) =>
  updatePayment(tx, environmentId, id).set({ asked_at: now }).execute()

export const writeProviderCustomer = (
  tx: Tx,
  environmentId: string,
  id: string,
  providerCustomerId: string,
) =>
  updatePayment(tx, environmentId, id).set({ provider_customer_id: providerCustomerId }).execute()

/**
 * Adds to the refunded amount. Pending refunds count as well, so that refunds never exceed the
 * payment.
 */
export const addToRefundedAmount = (tx: Tx, environmentId: string, id: string, amount: number) =>
  updatePayment(tx, environmentId, id)
    .set((eb) => ({ amount_refunded: eb('amount_refunded', '+', amount) }))
    .execute()
