import { ZERO } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { takeRefundedCredits } from '../../credits/index.ts'
import { lockCustomer } from '../../customers/index.ts'
import { EXTERNAL_PROVIDER } from '../payment/payment.core.ts'
import { addToRefundedAmount, findPayment } from '../payment/payment.sql.ts'
import { insertRefund, type RefundRecord } from './refunds.sql.ts'

/**
 * Starts a refund that a merchant requested. Payments of invoices are refunded through credit notes
 * instead.
 */
export async function refundPayment(
  tx: Tx,
  scope: Scope,
  refund: { paymentId: string; amount?: number | undefined },
): Promise<RefundRecord> {
  const payment = await findPayment(tx, scope.environmentId, refund.paymentId)
  if (payment && payment.invoiceId !== null) {
    const { invoiceId } = payment
    throw new PurserError(
      'invalid_state',
      `This payment belongs to an invoice. Refund it with a credit note: POST /v1/invoices/${invoiceId}/credit-notes.`,
      { details: { invoiceId } },
    )
  }
  return createRefund(tx, scope, refund)
}

/** The caller that starts a refund also sends it. The job sends it only if the caller did not. */
const JOB_DELAY_MS = 10_000

/**
 * Creates a refund of a payment or a part of it, and removes the unspent credits that the payment
 * bought. The credits are removed before the money is sent, so that the customer cannot spend them
 * in the meantime. They are restored if the refund fails.
 */
export async function createRefund(
  tx: Tx,
  scope: Scope,
  {
    paymentId,
    amount,
    creditNoteId,
  }: { paymentId: string; amount?: number | undefined; creditNoteId?: string },
): Promise<RefundRecord> {
  const { environmentId } = scope
  const snapshot = await findPayment(tx, environmentId, paymentId)
  if (!snapshot) throw notFound('payment', paymentId)
  const { customerId } = snapshot
  const { now } = await lockCustomer(tx, scope, customerId)
  const payment = await findPayment(tx, environmentId, paymentId)
  invariant(payment, 'a payment is never deleted')
  const refundable = payment.amount - payment.amountRefunded
  if (payment.status !== 'succeeded' || refundable === 0) throw notRefundable(payment.status)
  invariant(
    payment.provider !== EXTERNAL_PROVIDER,
    'an external payment cannot be refunded through a provider',
  )
  const refundAmount = amount ?? refundable
  if (refundAmount > refundable) {
    throw invalidRequest([
      { path: 'amount', message: `must be at most ${refundable}, the remaining amount` },
    ])
  }
  const share = {
    paid: payment.amount,
    refundedBefore: payment.amountRefunded,
    refunded: refundAmount,
  }
  const revocation = await takeRefundedCredits(tx, scope, payment.attemptId, share)
  const refund: RefundRecord = {
    id: newIdInBucket('refund', bucketOf(environmentId, customerId)),
    paymentId,
    creditNoteId: creditNoteId ?? null,
    providerRefundId: null,
    status: 'pending',
    amount: refundAmount,
    grantId: revocation?.grantId ?? null,
    creditsTaken: revocation?.taken ?? ZERO,
    errorCode: null,
    createdAt: now,
    sentAt: scope.now,
  }
  await addToRefundedAmount(tx, environmentId, paymentId, refundAmount)
  await insertRefund(tx, environmentId, refund)
  await enqueue(tx, {
    task: 'sendRefund',
    payload: { environmentId, refundId: refund.id },
    key: refund.id,
    runAt: new Date(scope.now.getTime() + JOB_DELAY_MS),
  })
  return refund
}

const notRefundable = (status: string): PurserError =>
  new PurserError(
    'invalid_state',
    status === 'succeeded'
      ? 'This payment is already fully refunded.'
      : `Only a payment that succeeded can be refunded; this one is ${status}.`,
  )
