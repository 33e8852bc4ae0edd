import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { tellMerchant } from '../../../platform/db/outbox.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomers } from '../../customers/index.ts'
import { beginRefund, closeOff, type PaymentOutcome, settlePayment } from '../../payments/index.ts'
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
 * Books what became of a payment of an invoice, in the transaction that says so of the payment.
 * Whoever learns of it first does it, the others find it done.
 */
export async function settleInvoicePayment(
  billing: Billing,
  scope: Scope,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<SettledInvoicePayment> {
  const { db, providers } = billing
  const { environmentId } = scope
  const told = await closeOff(providers, environmentId, payment, payment.isUnattended, outcome)
  return withTransaction(db, async (tx) => {
    const { id, customerId } = payment
    const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
    if (!customer) throw notFound('customer', customerId)
    const before = await findPayment(tx, environmentId, id)
    const settled = await settlePayment(tx, scope, payment, told)
    if (before?.status !== settled.status) {
      await book(tx, billing, scope, settled, customer.frozenTime ?? scope.now)
    }
    return read(tx, environmentId, id)
  })
}

async function read(tx: Tx, environmentId: string, id: string): Promise<SettledInvoicePayment> {
  const payment = await findPayment(tx, environmentId, id)
  const invoice = payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
  invariant(invoice, 'a payment of an invoice has it')
  return { payment, invoice }
}

/** What a payment that stands otherwise than before means for its invoice. */
async function book(
  tx: Tx,
  { follower }: Billing,
  scope: Scope,
  payment: PaymentRecord,
  at: Date,
): Promise<void> {
  const { environmentId } = scope
  const { invoice: known } = await read(tx, environmentId, payment.id)
  if (payment.status === 'succeeded') {
    await follower.dropStale(tx, scope, known, at)
    const { invoice } = await read(tx, environmentId, payment.id)
    // Too late: it was paid otherwise meanwhile, or is not owed any more.
    if (!isPayable(invoice) || payment.amount > invoice.amountDue - invoice.amountPaid) {
      await beginRefund(tx, scope, { paymentId: payment.id })
      return
    }
    const amountPaid = invoice.amountPaid + payment.amount
    const goesOn = invoice.status === 'open'
    const nextAttemptAt = goesOn ? (invoice.nextAttemptAt ?? payment.resumeAt) : null
    await markPaidIfSettled(tx, follower, scope, { ...invoice, amountPaid, nextAttemptAt }, at)
    return
  }
  const invoice = known
  const isOver = payment.status === 'failed' || payment.status === 'canceled'
  if (!isOver || invoice.status !== 'open') return
  if (payment.isUnattended) {
    const { errorCode, errorMessage } = payment
    await recordFailedAttempt(tx, follower, scope, invoice, { errorCode, errorMessage }, at)
    return
  }
  const waiting = { ...invoice, nextAttemptAt: payment.resumeAt, updatedAt: at }
  await writeInvoiceState(tx, environmentId, waiting)
  await follower.attemptFailed(tx, scope, waiting, at, false)
}

/**
 * Writes down how far an invoice is paid; one of which nothing is left to pay is paid, and what
 * waited for that goes on. The caller holds the customer's lock.
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
  await tellMerchant(tx, scope, { type: 'invoice.paid', customerId, data: renderInvoice(settled) })
  await follower.paid(tx, scope, settled, at)
  return settled
}
