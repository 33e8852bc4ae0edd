import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomer } from '../../customers/index.ts'
import {
  cancelIfUnattended,
  createRefund,
  type PaymentOutcome,
  settlePayment,
} from '../../payments/index.ts'
import { findPayment, type PaymentRecord } from '../../payments/read.ts'
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
  invoice: InvoiceRecord
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
    const { id, customerId } = payment
    const { now } = await lockCustomer(tx, scope, customerId)
    const before = await findPayment(tx, environmentId, id)
    const settled = await settlePayment(tx, scope, payment, finalOutcome)
    if (before?.status !== settled.status) {
      await recordOutcome(tx, billing, scope, settled, now)
    }
    return readPaymentAndInvoice(tx, environmentId, id)
  })
}

async function readPaymentAndInvoice(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<SettledInvoicePayment> {
  const payment = await findPayment(tx, environmentId, id)
  const invoice = payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
  invariant(invoice, 'a payment of an invoice has it')
  return { payment, invoice }
}

/** Applies a payment's new status to its invoice. */
async function recordOutcome(
  tx: Tx,
  { follower }: Billing,
  scope: Scope,
  payment: PaymentRecord,
  at: Date,
): Promise<void> {
  const { environmentId } = scope
  const { invoice: current } = await readPaymentAndInvoice(tx, environmentId, payment.id)
  if (payment.status === 'succeeded') {
    await follower.dropStale(tx, scope, current, at)
    const { invoice } = await readPaymentAndInvoice(tx, environmentId, payment.id)
    // Too late: the invoice was paid another way or is no longer owed.
    if (!isPayable(invoice) || payment.amount > invoice.amountDue - invoice.amountPaid) {
      await createRefund(tx, scope, { paymentId: payment.id })
      return
    }
    const amountPaid = invoice.amountPaid + payment.amount
    const isOpen = invoice.status === 'open'
    const nextAttemptAt = isOpen ? (invoice.nextAttemptAt ?? payment.resumeAt) : null
    await markPaidIfSettled(tx, follower, scope, { ...invoice, amountPaid, nextAttemptAt }, at)
    return
  }
  const invoice = current
  const isOver = payment.status === 'failed' || payment.status === 'canceled'
  if (!isOver || invoice.status !== 'open') return
  if (payment.isUnattended) {
    const { errorCode, errorMessage } = payment
    await recordFailedAttempt(tx, follower, scope, invoice, { errorCode, errorMessage }, at)
    return
  }
  const unpaid = { ...invoice, nextAttemptAt: payment.resumeAt, updatedAt: at }
  await writeInvoiceState(tx, environmentId, unpaid)
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
