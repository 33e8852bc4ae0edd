import type { InvoiceDetail } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { hasEnded } from '../payments/index.ts'
import { findPayment } from '../payments/read.ts'
import { endPayment } from './endPayment.ts'
import { giveUpInvoice } from './giveUpInvoice.ts'
import { lockInvoice } from './lockInvoice.ts'
import { findOpenPayment } from './refuseUnlessPayable.ts'
import { renderInvoiceDetail } from './renderInvoiceDetail.ts'
import { type Billing, settleInvoicePayment } from './settleInvoicePayment.ts'

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
