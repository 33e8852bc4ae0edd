import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { lockCustomer } from '../../customers/index.ts'
import { attachPaymentMethod } from '../methods/attachPaymentMethod.ts'
import type { PaymentOutcome } from '../provider.ts'
import { applyOutcome, hasEnded } from './payment.core.ts'
import { findPayment, type PaymentRecord, renderPayment, writeOutcome } from './payment.sql.ts'

/**
 * Records a payment's outcome under the customer's lock and returns the updated payment. A repeated
 * or older outcome changes nothing.
 */
export async function settlePayment(
  tx: Tx,
  scope: Scope,
  { id, customerId }: Pick<PaymentRecord, 'id' | 'customerId'>,
  outcome: PaymentOutcome,
): Promise<PaymentRecord> {
  const { environmentId } = scope
  const { now: at } = await lockCustomer(tx, scope, customerId)
  const payment = await findPayment(tx, environmentId, id)
  invariant(payment, 'a payment is never deleted')
  const change = applyOutcome(payment, outcome)
  if (change === null) return payment
  const method =
    outcome.kind === 'succeeded' && payment.flow === 'form' && outcome.method
      ? await attachPaymentMethod(tx, scope, {
          customerId,
          provider: payment.provider,
          method: outcome.method,
        })
      : null
  await writeOutcome(tx, environmentId, id, {
    ...change,
    paymentMethodId: method?.id ?? null,
    completedAt: hasEnded(change.status) ? at : null,
  })
  const settled = await findPayment(tx, environmentId, id)
  invariant(settled, 'a payment is never deleted')
  const eventType = EVENT_TYPES[settled.status]
  if (eventType) {
    await emitEvent(tx, scope, { type: eventType, customerId, data: renderPayment(settled) })
  }
  return settled
}

/** The event that the merchant receives when a payment has ended. */
const EVENT_TYPES: Partial<Record<PaymentRecord['status'], string>> = {
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  canceled: 'payment.failed',
}
