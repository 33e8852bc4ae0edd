import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { hasEnded } from '../../payments/core.ts'
import {
  askAboutPayment,
  type PaymentOutcome,
  sendPayment,
  toSettlementOutcome,
} from '../../payments/index.ts'
import { findPayment } from '../../payments/read.ts'
import { findInvoice } from '../invoice/invoice.sql.ts'
import type { Billing } from '../ports.ts'
import { type SettledInvoicePayment, settleInvoicePayment } from './settleInvoicePayment.ts'

/**
 * Charges a payment while the caller waits, records the outcome and returns it. The outcome is
 * `charged_inline`, `requires_form` or `processing`. A declined card or a challenge throws a 402
 * error with details {paymentId, invoiceId, subscriptionId, client}. After a crash, the repeated
 * request continues here.
 */
export async function resumeInvoicePayment(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<SettlementOutcome> {
  const { db, providers } = billing
  const current = await loadPaymentAndInvoice(db, scope, paymentId)
  const { payment } = current
  if (hasEnded(payment.status)) return answer(current, null)
  // A payment that this request has just created needs no lookup before it is sent.
  const isFresh = payment.sentAt.getTime() === scope.now.getTime()
  const outcome = await (isFresh ? sendPayment : askAboutPayment)(db, providers, scope, payment)
  return answer(await settleInvoicePayment(billing, scope, payment, outcome), outcome)
}

const loadPaymentAndInvoice = (
  db: Database,
  { environmentId }: Scope,
  paymentId: string,
): Promise<SettledInvoicePayment> =>
  withTransaction(
    db,
    async (tx) => {
      const payment = await findPayment(tx, environmentId, paymentId)
      const invoice =
        payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
      invariant(invoice, 'an invoice payment has an invoice')
      return { payment, invoice }
    },
    'read',
  )

function answer(
  { payment, invoice }: SettledInvoicePayment,
  outcome: PaymentOutcome | null,
): SettlementOutcome {
  const { id: invoiceId, subscriptionId } = invoice
  if (payment.status === 'succeeded' && payment.amountRefunded > 0) {
    throw new PurserError(
      'invalid_state',
      'The invoice no longer accepts this payment. The payment is being refunded.',
      { details: { paymentId: payment.id, invoiceId, subscriptionId } },
    )
  }
  return toSettlementOutcome(payment, outcome, {
    subscriptionId,
    invoiceId,
    grantId: null,
    details: { invoiceId, subscriptionId },
  })
}
