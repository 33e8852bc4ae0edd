import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { moveDefaultPaymentMethod } from '../customers/index.ts'
import { nextDetachAt } from './core/detachBackoff.ts'
import { type PaymentMethodRecord, renderPaymentMethod } from './read/paymentMethods.ts'
import { updatePaymentMethod } from './store/paymentMethods.ts'

/**
 * Ends a method, under the customer's lock: it is nobody's default any more, and the merchant is
 * told. The provider is told by a job after the commit, unless it is the one who told us.
 */
export async function markDetached(
  tx: Tx,
  scope: Scope,
  method: PaymentMethodRecord,
  { now, isGoneAtProvider }: { now: Date; isGoneAtProvider: boolean },
): Promise<PaymentMethodRecord> {
  const { environmentId } = scope
  const { id, customerId } = method
  const detached: PaymentMethodRecord = {
    ...method,
    status: 'detached',
    isDefault: false,
    updatedAt: now,
  }
  if (method.isDefault) await moveDefaultPaymentMethod(tx, scope, customerId, null)
  await updatePaymentMethod(tx, environmentId, detached, {
    detachedAtProviderAt: isGoneAtProvider ? scope.now : null,
    // By the clock on the wall, because the provider knows no other.
    detachDueAt: isGoneAtProvider ? null : nextDetachAt(0, scope.now),
  })
  if (!isGoneAtProvider) {
    await enqueue(tx, { task: 'detachAtProvider', payload: { environmentId, id } })
  }
  await tellMerchant(tx, scope, {
    type: 'payment_method.detached',
    customerId,
    data: renderPaymentMethod(detached, scope.organizationId),
  })
  return detached
}
