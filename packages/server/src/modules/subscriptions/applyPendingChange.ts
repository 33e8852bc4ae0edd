import type { Tx } from '../../platform/db/database.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { loadPlan } from './loadPlan.ts'

/**
 * The subscription as a change that waited for the end of a period makes it. Periods of another
 * length are counted from there.
 */
export async function applyPendingChange(
  tx: Tx,
  environmentId: string,
  subscription: SubscriptionRecord,
  boundary: Date,
): Promise<SubscriptionRecord> {
  const { pendingChange } = subscription
  if (pendingChange === null) return subscription
  const changed = { ...subscription, ...pendingChange, pendingChange: null }
  const { cycle: before } = await loadPlan(tx, environmentId, subscription)
  const { cycle: after } = await loadPlan(tx, environmentId, changed)
  const isSame = before.interval === after.interval && before.intervalCount === after.intervalCount
  return isSame ? changed : { ...changed, billingAnchor: boundary }
}
