import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { bumpRightsVersion } from '../../customers/index.ts'
import { renderSubscription } from './renderSubscription.ts'
import type { SubscriptionRecord } from './subscription.core.ts'
import { updateRecord } from './subscription.sql.ts'

/**
 * Saves a subscription at an instant of the customer's time. The new revision invalidates earlier
 * previews, and the new rights version invalidates caches of the customer's access.
 */
export async function saveSubscription(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  at: Date,
): Promise<SubscriptionRecord> {
  const saved = { ...subscription, revision: subscription.revision + 1, updatedAt: at }
  await updateRecord(tx, scope, saved)
  await bumpRightsVersion(tx, scope, subscription.customerId)
  return saved
}

type SubscriptionEvent =
  | 'created'
  | 'activated'
  | 'updated'
  | 'past_due'
  | 'canceled'
  | 'trial_will_end'

/** Emits an event with the subscription as the API shows it now. */
export async function emitSubscriptionEvent(
  tx: Tx,
  scope: Scope,
  what: SubscriptionEvent,
  subscription: SubscriptionRecord,
): Promise<void> {
  await emitEvent(tx, scope, {
    type: `subscription.${what}`,
    customerId: subscription.customerId,
    data: await renderSubscription(tx, scope.environmentId, subscription),
  })
}
