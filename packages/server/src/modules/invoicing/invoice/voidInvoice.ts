import type { InvoiceDetail } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { tellMerchant } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { giveBackInvoicePayment } from '../../credits/index.ts'
import { hasEnded } from '../../payments/index.ts'
import { findPayment } from '../../payments/read.ts'
import { freePendingLines } from '../bill/pendingLines.sql.ts'
import { endPayment } from '../collect/endPayment.ts'
import { findOpenPayment } from '../collect/findOpenPayment.ts'
import { settleInvoicePayment } from '../collect/settleInvoicePayment.ts'
import type { Billing, InvoiceFollower } from '../ports.ts'
import { renderInvoiceDetail } from './getInvoice.ts'
import { canBecome } from './invoice.core.ts'
import { type InvoiceRecord, renderInvoice, writeInvoiceState } from './invoice.sql.ts'
import { lockInvoice } from './lockInvoice.ts'

/**
 * An open invoice was never owed: prepaid money goes back to the wallet, pending lines wait again.
 * Refuses while a payment is under way, and once something is paid. Does not call the follower:
 * routes and whoever voids do. The caller holds the customer's lock.
 */
export async function voidInvoice(
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  const ended = await endInvoice(tx, scope, invoice, 'void', at)
  const { id: invoiceId, customerId, creditsApplied } = invoice
  if (creditsApplied > 0) await giveBackInvoicePayment(tx, scope, { customerId, invoiceId })
  await freePendingLines(tx, scope.environmentId, customerId, invoiceId)
  const data = renderInvoice(ended)
  await tellMerchant(tx, scope, { type: 'invoice.voided', customerId, data })
  return ended
}

/** Ends the collection of an invoice that is not paid. The caller holds the customer's lock. */
async function endInvoice(
  tx: Tx,
  { environmentId }: Scope,
  invoice: InvoiceRecord,
  status: 'void' | 'uncollectible',
  at: Date,
): Promise<InvoiceRecord> {
  if (!canBecome(invoice.status, status)) throw refused(status, `it is ${invoice.status}`)
  if (status === 'void' && invoice.amountPaid > 0) {
    throw refused(status, 'a part of it is paid; credit what is left with a credit note')
  }
  if (await findOpenPayment(tx, environmentId, invoice)) {
    throw refused(status, 'a payment of it is under way; wait for its outcome')
  }
  const ended = { ...invoice, status, endedAt: at, nextAttemptAt: null, updatedAt: at }
  await writeInvoiceState(tx, environmentId, ended)
  return ended
}

const refused = (status: 'void' | 'uncollectible', why: string): PurserError =>
  new PurserError('invalid_state', `The invoice cannot become ${status}: ${why}.`)

/**
 * Gives up collecting an open invoice: it stays owed and can still be paid. Does not call the
 * follower: whoever gives up does. The caller holds the customer's lock.
 */
const markInvoiceUncollectible = (
  tx: Tx,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> => endInvoice(tx, scope, invoice, 'uncollectible', at)

/** The merchant gives an invoice up: it was never owed, or nobody will pay it. */
export async function giveUpInvoice(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  id: string,
  why: 'void' | 'uncollectible',
): Promise<InvoiceRecord> {
  const { invoice, at } = await lockInvoice(tx, scope, id)
  const giveUp = why === 'void' ? voidInvoice : markInvoiceUncollectible
  const ended = await giveUp(tx, scope, invoice, at)
  await follower.givenUp(tx, scope, ended, why, at)
  // Whoever follows it may have found that it was never owed.
  return (await lockInvoice(tx, scope, id)).invoice
}

/** The payment that somebody makes of the invoice of a change, which is not owed before. */
export async function findPaymentOfChange(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<string | null> {
  const { invoice } = await lockInvoice(tx, scope, id)
  if (invoice.reason !== 'change' || invoice.status !== 'open') return null
  const payment = await findOpenPayment(tx, scope.environmentId, invoice)
  return payment && !payment.isUnattended ? payment.id : null
}

/** Voids an invoice that somebody is paying: that is ended at the provider first, unless it is paid. */
export async function voidWithPayment(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<InvoiceDetail> {
  const { db, follower } = billing
  const { environmentId } = scope
  const known = await withTransaction(db, (tx) => findPayment(tx, environmentId, paymentId), 'read')
  invariant(known?.invoiceId, 'a payment of an invoice has it')
  const { invoiceId } = known
  if (!hasEnded(known.status)) {
    const outcome = await endPayment(billing, scope, known)
    const { payment } = await settleInvoicePayment(billing, scope, known, outcome)
    if (!hasEnded(payment.status)) throw unknown()
  }
  return withTransaction(db, async (tx) => {
    const { invoice } = await lockInvoice(tx, scope, invoiceId)
    // What waited for the payment has voided it already.
    const ended =
      invoice.status === 'void'
        ? invoice
        : await giveUpInvoice(tx, follower, scope, invoiceId, 'void')
    return renderInvoiceDetail(tx, environmentId, ended)
  })
}

const unknown = (): PurserError =>
  new PurserError(
    'unavailable',
    'The payment provider does not say how the payment stands. Send the same request again.',
    { retryAfterSeconds: 5 },
  )
