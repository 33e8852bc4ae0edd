import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { become } from './core/subscriptionState.ts'
import { saveSubscription } from './saveSubscription.ts'

/** Ends the add-ons that were to end by an instant; returns those that go on. */
export async function endDueItems(
  tx: Tx,
  scope: Scope,
  items: readonly SubscriptionRecord[],
  by: Date,
): Promise<SubscriptionRecord[]> {
  const isDue = ({ cancelAt }: SubscriptionRecord) => cancelAt !== null && cancelAt <= by
  for (const item of items.filter(isDue)) {
    await saveSubscription(tx, scope, { ...become(item, 'canceled'), canceledAt: by }, by)
  }
  return items.filter((item) => !isDue(item))
}
