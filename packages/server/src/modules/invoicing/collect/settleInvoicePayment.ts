import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  cancelIfUnattended,
  createRefund,
  lockPayment,
  type PaymentOutcome,
  settlePayment,
} from '../../payments/index.ts'
import type { PaymentRecord } from '../../payments/read.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import {
  findInvoice,
  type InvoiceRecord,
  renderInvoice,
  writeInvoiceState,
} from '../invoice/invoice.sql.ts'
import type { Billing, InvoiceFollower } from '../ports.ts'
import { recordFailedAttempt } from './recordFailedAttempt.ts'

export interface SettledInvoicePayment {
  invoice: Pick<InvoiceRecord, 'id' | 'subscriptionId'>
  payment: PaymentRecord
}

/**
 * Records the outcome of an invoice payment. The first caller to learn the outcome records it;
 * later callers find it already recorded.
 */
export async function settleInvoicePayment(
  billing: Billing,
  scope: Scope,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<SettledInvoicePayment> {
  const { db, providers } = billing
  const { environmentId } = scope
  const finalOutcome = await cancelIfUnattended(
    providers,
    environmentId,
    payment,
    payment.isUnattended,
    outcome,
  )
  return withTransaction(db, async (tx) => {
    const { payment: before, now } = await lockPayment(tx, scope, payment)
    const invoice = before.invoiceId && (await findInvoice(tx, environmentId, before.invoiceId))
    invariant(invoice, 'an invoice payment has an invoice')
    const settled = await settlePayment(tx, scope, before, finalOutcome, now)
    if (settled.status === before.status) return { invoice, payment: settled }
    if (settled.status === 'succeeded') {
      return { invoice, payment: await recordSuccess(tx, billing, scope, settled, invoice, now) }
    }
    await recordFailure(tx, billing, scope, settled, invoice, now)
    return { invoice, payment: settled }
  })
}

/**
 * Counts a successful payment toward its invoice. Refunds the payment if the invoice was paid in
 * another way or is no longer owed. Returns the payment, with the refund if there is one.
 */
async function recordSuccess(
  tx: Tx,
  { follower }: Billing,
  scope: Scope,
  payment: PaymentRecord,
  current: InvoiceRecord,
  at: Date,
): Promise<PaymentRecord> {
  const invoice = await follower.dropStale(tx, scope, current, at)
  if (!isPayable(invoice) || payment.amount > invoice.amountDue - invoice.amountPaid) {
    const refund = await createRefund(tx, scope, { paymentId: payment.id })
    return { ...payment, amountRefunded: payment.amountRefunded + refund.amount }
  }
  const amountPaid = invoice.amountPaid + payment.amount
  const isOpen = invoice.status === 'open'
  const nextAttemptAt = isOpen ? (invoice.nextAttemptAt ?? payment.resumeAt) : null
  await markPaidIfSettled(tx, follower, scope, { ...invoice, amountPaid, nextAttemptAt }, at)
  return payment
}

/** Schedules the next attempt of an open invoice once its payment has failed or was canceled. */
async function recordFailure(
  tx: Tx,
  { follower }: Billing,
  scope: Scope,
  payment: PaymentRecord,
  invoice: InvoiceRecord,
  at: Date,
): Promise<void> {
  const isOver = payment.status === 'failed' || payment.status === 'canceled'
  if (!isOver || invoice.status !== 'open') return
  if (payment.isUnattended) {
    const { errorCode, errorMessage } = payment
    await recordFailedAttempt(tx, follower, scope, invoice, { errorCode, errorMessage }, at)
    return
  }
  const unpaid = { ...invoice, nextAttemptAt: payment.resumeAt, updatedAt: at }
  await writeInvoiceState(tx, scope.environmentId, unpaid)
  await follower.attemptFailed(tx, scope, unpaid, at, false)
}

/**
 * Stores how much of an invoice is paid. If nothing is left to pay, marks it as paid and calls the
 * follower. The caller holds the customer's lock.
 */
export async function markPaidIfSettled(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  const isPaid = invoice.amountPaid === invoice.amountDue
  const settled: InvoiceRecord = isPaid
    ? { ...invoice, status: 'paid', paidAt: at, endedAt: null, nextAttemptAt: null, updatedAt: at }
    : { ...invoice, updatedAt: at }
  await writeInvoiceState(tx, scope.environmentId, settled)
  if (!isPaid) return settled
  const { customerId } = invoice
  await emitEvent(tx, scope, { type: 'invoice.paid', customerId, data: renderInvoice(settled) })
  await follower.paid(tx, scope, settled, at)
  return settled
}
