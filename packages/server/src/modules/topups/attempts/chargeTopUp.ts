import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { appendPendingLine } from '../../invoicing/index.ts'
import { createPayment } from '../../payments/index.ts'
import type { PaymentMethodRecord, PaymentRecord } from '../../payments/read.ts'
import type { AttemptRecord } from './attempt.core.ts'
import { writePaymentId } from './attempts.sql.ts'
import { endTopUp, grantTopUp, type TopUpPurchase } from './endTopUp.ts'

/**
 * Creates the pending payment of an attempt. The attempt's id is the provider's idempotency key.
 */
export async function chargeTopUp(
  tx: Tx,
  scope: Scope,
  { attemptId, customerId, terms, at }: TopUpPurchase,
  through: { provider: string; method: PaymentMethodRecord | null },
): Promise<PaymentRecord> {
  const payment = await createPayment(tx, scope, {
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

/**
 * Grants an attempt's credits now and adds their price, if any, to the customer's next invoice. The
 * caller holds the customer's lock.
 */
export async function invoiceTopUp(
  tx: Tx,
  scope: Scope,
  purchase: TopUpPurchase,
): Promise<AttemptRecord> {
  const { attemptId, customerId, terms, at } = purchase
  const grantId = await grantTopUp(tx, scope, purchase)
  if (terms.charge > 0) {
    await appendPendingLine(tx, scope, {
      customerId,
      subscriptionId: null,
      source: attemptId,
      type: terms.creditPackageId === null ? 'topup' : 'credit_package',
      description: terms.description,
      amount: terms.charge,
      currency: terms.chargeCurrency,
      createdAt: at,
    })
  }
  return endTopUp(tx, scope, attemptId, { status: 'succeeded', grantId }, at)
}
