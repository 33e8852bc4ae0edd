import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { lockCustomer } from '../../customers/index.ts'
import { attachPaymentMethod } from '../methods/attachPaymentMethod.ts'
import type { PaymentOutcome } from '../provider.ts'
import { applyOutcome, hasEnded } from './payment.core.ts'
import { findPayment, type PaymentRecord, renderPayment, writeOutcome } from './payment.sql.ts'

/** Locks a payment's customer and reads the payment under the lock. */
export async function lockPayment(
  tx: Tx,
  scope: Scope,
  { id, customerId }: Pick<PaymentRecord, 'id' | 'customerId'>,
): Promise<{ payment: PaymentRecord; now: Date }> {
  const { now } = await lockCustomer(tx, scope, customerId)
  const payment = await findPayment(tx, scope.environmentId, id)
  invariant(payment, 'a payment is never deleted')
  return { payment, now }
}

/**
 * Records the outcome of a payment that `lockPayment` returned, and returns the updated payment. A
 * repeated or older outcome changes nothing.
 */
export async function settlePayment(
  tx: Tx,
  scope: Scope,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
  at: Date,
): Promise<PaymentRecord> {
  const { id, customerId } = payment
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
  const settled = await writeOutcome(tx, scope.environmentId, id, {
    ...change,
    paymentMethodId: method?.id ?? null,
    completedAt: hasEnded(change.status) ? at : null,
  })
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
