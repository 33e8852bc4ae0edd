import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { createPayment, type PaymentProviders } from '../../payments/index.ts'
import type { PaymentMethodRecord, PaymentRecord } from '../../payments/read.ts'
import { type InvoiceRecord, writeInvoiceState } from '../invoice/invoice.sql.ts'
import { refuseUnlessPayable } from './findOpenInvoicePayment.ts'

/**
 * `purchase`: the payer makes a new purchase, so a failure is not retried automatically.
 * `manual`: the payer pays an invoice that is already owed.
 * `auto`: the schedule charges the invoice while the customer is not present.
 */
type PaymentTrigger = 'purchase' | 'manual' | 'auto'

/**
 * Stores a pending payment of an open invoice before anything is sent to the provider. The caller
 * holds the customer's lock. Rejects the payment if another one is open. A null `method` opens a
 * form. The schedule pauses until the payment has ended.
 */
export async function createInvoicePayment(
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
    /** Defaults to the amount that is left to pay. */
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
    throw invalidRequest([
      { path: 'amount', message: `must be at most ${left}, the remaining amount` },
    ])
  }
  // The provider is resolved before anything is written, so that a missing setup fails the request.
  const { id: provider } = method
    ? await providers.byId(environmentId, method.provider, tx)
    : await providers.current(environmentId, tx)
  await writeInvoiceState(tx, environmentId, { ...invoice, nextAttemptAt: null, updatedAt: at })
  return createPayment(tx, scope, {
    customerId,
    attemptId: newIdInBucket('paymentAttempt', bucketOf(environmentId, customerId)),
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
