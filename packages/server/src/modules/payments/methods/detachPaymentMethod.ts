import type { PaymentMethodDependencies } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { writeDefaultPaymentMethod } from '../../customers/index.ts'
import { lockCustomerMethod } from './customerMethod.ts'
import { nextDetachAt } from './detachAtProvider.ts'
import { readDependencies } from './getPaymentMethodDependencies.ts'
import {
  type PaymentMethodRecord,
  renderPaymentMethod,
  updatePaymentMethod,
} from './methods.sql.ts'

/**
 * Detaches a method unless subscriptions or auto-top-ups depend on it. Detaching it again changes
 * nothing.
 */
export async function detachPaymentMethod(
  tx: Tx,
  scope: Scope,
  customerId: string,
  id: string,
): Promise<PaymentMethodRecord> {
  const { customer, now, method } = await lockCustomerMethod(tx, scope, customerId, id)
  if (method.status === 'detached') return method
  const dependencies = await readDependencies(tx, customer, method)
  if (dependencies.blocksDetach) throw inUse(dependencies)
  return markDetached(tx, scope, method, { now, isGoneAtProvider: false })
}

const inUse = (dependencies: PaymentMethodDependencies): PurserError =>
  new PurserError(
    'pm_in_use',
    'This is the default payment method, and subscriptions or auto-top-ups still depend on it. Replace it with POST /v1/payment-methods/replace.',
    {
      details: {
        paymentMethodId: dependencies.paymentMethodId,
        activeSubscriptionIds: dependencies.activeSubscriptions.map((each) => each.id),
        autoTopupAccountIds: dependencies.autoTopupAccounts.map((each) => each.id),
      },
    },
  )

/**
 * Marks a method as detached, clears the default if it was the default, and notifies the merchant.
 * The caller holds the customer's lock. A job detaches the method at the provider after the commit,
 * unless the provider reported that the method is gone.
 */
export async function markDetached(
  tx: Tx,
  scope: Scope,
  method: PaymentMethodRecord,
  { now, isGoneAtProvider }: { now: Date; isGoneAtProvider: boolean },
): Promise<PaymentMethodRecord> {
  const { environmentId } = scope
  const { id, customerId } = method
  const record: PaymentMethodRecord = {
    ...method,
    status: 'detached',
    isDefault: false,
    updatedAt: now,
  }
  if (method.isDefault) await writeDefaultPaymentMethod(tx, scope, customerId, null)
  await updatePaymentMethod(tx, environmentId, record, {
    detachedAtProviderAt: isGoneAtProvider ? scope.now : null,
    // Real time, because the provider knows nothing about test clocks.
    detachDueAt: isGoneAtProvider ? null : nextDetachAt(0, scope.now),
  })
  if (!isGoneAtProvider) {
    await enqueue(tx, { task: 'detachAtProvider', payload: { environmentId, id } })
  }
  await emitEvent(tx, scope, {
    type: 'payment_method.detached',
    customerId,
    data: renderPaymentMethod(record, scope.organizationId),
  })
  return record
}
