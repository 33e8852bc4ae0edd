import type { Subscription } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuseAttachedByHand, refuseWaitingChange } from '../change/refuseChange.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'

/** Suspends access and billing until the subscription is resumed. */
export async function pauseSubscription(tx: Tx, scope: Scope, id: string): Promise<Subscription> {
  const { subscription, items, now } = await lockSubscription(tx, scope, id)
  refuseAttachedByHand(subscription)
  if (subscription.status !== 'active') {
    throw new PurserError(
      'invalid_state',
      `The subscription is ${subscription.status}: only an active one can be paused.`,
    )
  }
  await refuseWaitingChange(tx, scope, subscription)
  const pause = (record: SubscriptionRecord) =>
    saveSubscription(tx, scope, { ...withStatus(record, 'paused'), pausedAt: now }, now)
  for (const item of items) await pause(item)
  const paused = await pause(subscription)
  await emitSubscriptionEvent(tx, scope, 'updated', paused)
  return renderSubscription(tx, scope.environmentId, paused)
}
