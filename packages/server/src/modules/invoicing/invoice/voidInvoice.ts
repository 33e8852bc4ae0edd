import type { InvoiceDetail } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { returnInvoiceMoney } from '../../credits/index.ts'
import { hasEnded } from '../../payments/core.ts'
import { findPayment } from '../../payments/read.ts'
import { releasePendingLines } from '../bill/pendingLines.sql.ts'
import { cancelOpenPayment } from '../collect/cancelOpenPayment.ts'
import { findOpenInvoicePayment } from '../collect/findOpenInvoicePayment.ts'
import { settleInvoicePayment } from '../collect/settleInvoicePayment.ts'
import type { Billing, InvoiceFollower } from '../ports.ts'
import { renderInvoiceDetail } from './getInvoice.ts'
import { canBecome } from './invoice.core.ts'
import { findInvoice, type InvoiceRecord, renderInvoice, writeInvoiceState } from './invoice.sql.ts'
import { lockInvoice } from './lockInvoice.ts'

/**
 * Voids an open invoice, so that nothing is owed: returns prepaid money to its wallet and releases
 * pending lines. Rejects invoices that are partly paid or have an open payment. The caller holds
 * the customer's lock and calls the follower.
 */
export async function voidInvoice(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  const endedInvoice = await closeInvoice(tx, scope, invoice, 'void', at)
  const { id: invoiceId, customerId, creditsApplied } = invoice
  if (creditsApplied > 0) await returnInvoiceMoney(tx, scope, { customerId, invoiceId })
  await releasePendingLines(tx, scope.environmentId, customerId, invoiceId)
  const data = renderInvoice(endedInvoice)
  await emitEvent(tx, scope, { type: 'invoice.voided', customerId, data })
  return endedInvoice
}

/** Ends the collection of an unpaid invoice. The caller holds the customer's lock. */
async function closeInvoice(
  tx: Tx,
  { environmentId }: Scope,
  invoice: InvoiceRecord,
  status: 'void' | 'uncollectible',
  at: Date,
): Promise<InvoiceRecord> {
  if (!canBecome(invoice.status, status)) throw cannotClose(status, `it is ${invoice.status}`)
  if (status === 'void' && invoice.amountPaid > 0) {
    throw cannotClose(status, 'it is partly paid. Credit the rest with a credit note')
  }
  if (await findOpenInvoicePayment(tx, environmentId, invoice)) {
    throw cannotClose(status, 'a payment is in progress. Wait for its outcome')
  }
  const endedInvoice = { ...invoice, status, endedAt: at, nextAttemptAt: null, updatedAt: at }
  await writeInvoiceState(tx, environmentId, endedInvoice)
  return endedInvoice
}

const cannotClose = (status: 'void' | 'uncollectible', why: string): PurserError =>
  new PurserError('invalid_state', `The invoice cannot become ${status}: ${why}.`)

/**
 * Stops collecting an open invoice, which stays owed and can still be paid. The caller holds the
 * customer's lock and calls the follower.
 */
const markInvoiceUncollectible = (
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> => closeInvoice(tx, scope, invoice, 'uncollectible', at)

/**
 * Voids an invoice or marks it as uncollectible at the merchant's request, and calls the follower.
 */
export async function endInvoice(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  id: string,
  why: 'void' | 'uncollectible',
): Promise<InvoiceRecord> {
  const { invoice, at } = await lockInvoice(tx, scope, id)
  const end = why === 'void' ? voidInvoice : markInvoiceUncollectible
  const endedInvoice = await end(tx, scope, invoice, at)
  await follower.givenUp(tx, scope, endedInvoice, why, at)
  // The follower may have voided an invoice that was marked uncollectible.
  const current = await findInvoice(tx, scope.environmentId, id)
  invariant(current, 'an invoice is never deleted')
  return current
}

/**
 * Finds the open payment that a customer started for the invoice of a plan change. Such an invoice
 * is not owed until it is paid.
 */
export async function findOpenChangePayment(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<string | null> {
  const { invoice } = await lockInvoice(tx, scope, id)
  if (invoice.reason !== 'change' || invoice.status !== 'open') return null
  const payment = await findOpenInvoicePayment(tx, scope.environmentId, invoice)
  return payment && !payment.isUnattended ? payment.id : null
}

/**
 * Cancels the open payment at the provider and then voids the invoice, unless the payment
 * succeeded.
 */
export async function cancelPaymentAndVoid(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<InvoiceDetail> {
  const { db, follower } = billing
  const { environmentId } = scope
  const payment = await withTransaction(
    db,
    (tx) => findPayment(tx, environmentId, paymentId),
    'read',
  )
  invariant(payment?.invoiceId, 'an invoice payment has an invoice')
  const { invoiceId } = payment
  if (!hasEnded(payment.status)) {
    const outcome = await cancelOpenPayment(billing, scope, payment)
    const settled = await settleInvoicePayment(billing, scope, payment, outcome)
    if (!hasEnded(settled.payment.status)) throw outcomeUnknown()
  }
  return withTransaction(db, async (tx) => {
    const { invoice } = await lockInvoice(tx, scope, invoiceId)
    // The follower may already have voided the invoice when the payment was canceled.
    const endedInvoice =
      invoice.status === 'void' ? invoice : await endInvoice(tx, follower, scope, invoiceId, 'void')
    return renderInvoiceDetail(tx, environmentId, endedInvoice)
  })
}

const outcomeUnknown = (): PurserError =>
  new PurserError(
    'unavailable',
    'The payment provider did not report the state of the payment. Send the same request again.',
    { retryAfterSeconds: 5 },
  )
