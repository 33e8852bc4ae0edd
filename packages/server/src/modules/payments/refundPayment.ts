import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { beginRefund } from './beginRefund.ts'
import { findPayment } from './read/payments.ts'
import type { RefundRecord } from './read/refunds.ts'

/** Begins to give back what a merchant asks for. Money of an invoice goes back by a credit note. */
export async function refundPayment(
  tx: Tx,
  scope: Scope,
  refund: { paymentId: string; amount?: number | undefined },
): Promise<RefundRecord> {
  const payment = await findPayment(tx, scope.environmentId, refund.paymentId)
  if (payment && payment.invoiceId !== null) {
    const { invoiceId } = payment
    throw new PurserError(
      'invalid_state',
      `This payment is of an invoice: give it back with a credit note, POST /v1/invoices/${invoiceId}/credit-notes.`,
      { details: { invoiceId } },
    )
  }
  return beginRefund(tx, scope, refund)
}
