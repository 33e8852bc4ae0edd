import type { Subscription } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { become } from './core/subscriptionState.ts'
import { lockSubscription } from './lockSubscription.ts'
import { renderSubscription } from './read/render.ts'
import { refuseAttachedByHand, refuseWaitingChange } from './refuseChange.ts'
import { saveSubscription } from './saveSubscription.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/** Takes a subscription out of use: no access and no bills until it is resumed. */
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
    saveSubscription(tx, scope, { ...become(record, 'paused'), pausedAt: now }, now)
  for (const item of items) await pause(item)
  const paused = await pause(subscription)
  await tellOfSubscription(tx, scope, 'updated', paused)
  return renderSubscription(tx, scope.environmentId, paused)
}
