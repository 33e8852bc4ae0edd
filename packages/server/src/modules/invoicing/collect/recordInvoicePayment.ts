import { invalidRequest } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { recordExternalPayment } from '../../payments/index.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import { lockInvoice } from '../invoice/lockInvoice.ts'
import type { InvoiceFollower } from '../ports.ts'
import { refuseUnlessPayable } from './findOpenInvoicePayment.ts'
import { markPaidIfSettled } from './settleInvoicePayment.ts'

/** Records a full or partial payment of an invoice that did not go through a provider. */
export async function recordInvoicePayment(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  {
    invoiceId,
    amount,
    reference,
  }: { invoiceId: string; amount?: number | undefined; reference?: string | null | undefined },
): Promise<InvoiceRecord> {
  const { invoice: current, at } = await lockInvoice(tx, scope, invoiceId)
  const invoice = await follower.dropStale(tx, scope, current, at)
  await refuseUnlessPayable(tx, scope.environmentId, invoice)
  const left = invoice.amountDue - invoice.amountPaid
  const paid = amount ?? left
  if (paid > left) {
    throw invalidRequest([
      { path: 'amount', message: `must be at most ${left}, the remaining amount` },
    ])
  }
  const { customerId, currency, number } = invoice
  const description = reference ?? `Invoice ${number}`
  const payment = { customerId, invoiceId, amount: paid, currency, description, at }
  await recordExternalPayment(tx, scope, payment)
  const updated = { ...invoice, amountPaid: invoice.amountPaid + paid }
  return markPaidIfSettled(tx, follower, scope, updated, at)
}
