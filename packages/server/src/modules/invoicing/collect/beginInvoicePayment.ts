import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { beginPayment, type PaymentProviders } from '../../payments/index.ts'
import type { PaymentMethodRecord, PaymentRecord } from '../../payments/read.ts'
import { type InvoiceRecord, writeInvoiceState } from '../invoice/invoice.sql.ts'
import { refuseUnlessPayable } from './findOpenPayment.ts'

/**
 * Who pays: somebody who buys what the invoice is for, so that nothing is tried by itself should it
 * fail; somebody who pays what is owed anyway; or the schedule, with nobody there.
 */
type PaymentTrigger = 'purchase' | 'manual' | 'auto'

/**
 * Writes down a payment of an open invoice before anything is sent. The caller holds the customer's
 * lock. Refuses while another payment of it is under way. `method` null opens a form. While it is
 * under way nothing is tried by itself.
 */
export async function beginInvoicePayment(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  {
    invoice,
    method,
    amount,
    at,
    trigger = 'purchase',
  }: {
    invoice: InvoiceRecord
    method: PaymentMethodRecord | null
    /** Default: all that is left. */
    amount?: number | undefined
    /** The customer's time. */
    at: Date
    trigger?: PaymentTrigger
  },
): Promise<PaymentRecord> {
  const { environmentId } = scope
  const { id: invoiceId, customerId, currency, number } = invoice
  await refuseUnlessPayable(tx, environmentId, invoice)
  const left = invoice.amountDue - invoice.amountPaid
  if (amount !== undefined && amount > left) {
    throw invalidRequest([{ path: 'amount', message: `must be at most ${left}, which is left` }])
  }
  // Asked for before anything is written: one that is not set up is the caller's to know at once.
  const { id: provider } = method
    ? await providers.byId(environmentId, method.provider, tx)
    : await providers.current(environmentId, tx)
  await writeInvoiceState(tx, environmentId, { ...invoice, nextAttemptAt: null, updatedAt: at })
  return beginPayment(tx, scope, {
    customerId,
    attemptId: newIdInBucket('topUpAttempt', bucketOf(environmentId, customerId)),
    purpose: 'invoice',
    invoiceId,
    amount: amount ?? left,
    currency,
    description: `Invoice ${number}`,
    provider,
    method,
    isUnattended: trigger === 'auto',
    resumeAt: trigger === 'manual' ? invoice.nextAttemptAt : null,
    at,
  })
}
