import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { raiseRightsVersion } from '../customers/index.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { updateRecord } from './store/records.ts'

/**
 * Writes what became of a subscription at an instant of the customer's time: whatever was previewed
 * of it no longer holds, and every cache of what the customer may use is old.
 */
export async function saveSubscription(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  at: Date,
): Promise<SubscriptionRecord> {
  const saved = { ...subscription, revision: subscription.revision + 1, updatedAt: at }
  await updateRecord(tx, scope, saved)
  await raiseRightsVersion(tx, scope, subscription.customerId)
  return saved
}
