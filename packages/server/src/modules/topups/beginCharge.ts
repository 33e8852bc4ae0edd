import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { beginPayment } from '../payments/index.ts'
import type { PaymentMethodRecord, PaymentRecord } from '../payments/read.ts'
import type { Purchase } from './grantTopUp.ts'
import { writePaymentId } from './store/attempts.ts'

/** Writes down the payment of an attempt; the provider will know it by the attempt's id. */
export async function beginCharge(
  tx: Tx,
  scope: Scope,
  { attemptId, customerId, terms, at }: Purchase,
  through: { provider: string; method: PaymentMethodRecord | null },
): Promise<PaymentRecord> {
  const payment = await beginPayment(tx, scope, {
    customerId,
    attemptId,
    purpose: 'topup',
    amount: terms.charge,
    currency: terms.chargeCurrency,
    description: terms.description,
    ...through,
    at,
  })
  await writePaymentId(tx, scope.environmentId, attemptId, payment.id)
  return payment
}
