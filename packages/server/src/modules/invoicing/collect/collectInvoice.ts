import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { sendPayment } from '../../payments/index.ts'
import { findDefaultMethod, type PaymentRecord } from '../../payments/read.ts'
import { lockInvoice } from '../invoice/lockInvoice.ts'
import type { Billing } from '../ports.ts'
import { createInvoicePayment } from './createInvoicePayment.ts'
import { recordFailedAttempt } from './recordFailedAttempt.ts'
import { settleInvoicePayment } from './settleInvoicePayment.ts'

const NO_METHOD = {
  errorCode: 'no_payment_method',
  errorMessage: 'The customer has no payment method that can be charged.',
} as const

/**
 * Charges an invoice if it is due and records the outcome. Concurrent calls charge once, because an
 * invoice with an open payment is not due.
 */
export async function collectInvoice(
  billing: Billing,
  scope: Scope,
  invoiceId: string,
): Promise<void> {
  const { db, providers } = billing
  const payment = await withTransaction(db, (tx) => beginIfDue(tx, billing, scope, invoiceId))
  if (!payment) return
  const outcome = await sendPayment(db, providers, scope, payment)
  await settleInvoicePayment(billing, scope, payment, outcome)
}

/** Returns null if there is nothing to charge now. */
async function beginIfDue(
  tx: Tx,
  { providers, follower }: Billing,
  scope: Scope,
  invoiceId: string,
): Promise<PaymentRecord | null> {
  const { invoice, at } = await lockInvoice(tx, scope, invoiceId)
  const { status, nextAttemptAt, customerId } = invoice
  if (status !== 'open' || nextAttemptAt === null || nextAttemptAt > at) return null
  const method = await findDefaultMethod(tx, scope.environmentId, customerId)
  if (method) {
    return createInvoicePayment(tx, providers, scope, { invoice, method, at, trigger: 'auto' })
  }
  await recordFailedAttempt(tx, follower, scope, invoice, NO_METHOD, at)
  return null
}
