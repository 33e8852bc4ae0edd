import type { Scope } from '../../kernel/scope.ts'
import { askHangingPayment } from '../payments/index.ts'
import { type Billing, settleInvoicePayment } from './settleInvoicePayment.ts'

/** Learns what became of a payment of an invoice that has not ended, and ends what was abandoned. */
export async function settleHangingInvoicePayment(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const asked = await askHangingPayment(billing.db, billing.providers, scope, paymentId)
  if (asked) await settleInvoicePayment(billing, scope, asked.payment, asked.outcome)
}
