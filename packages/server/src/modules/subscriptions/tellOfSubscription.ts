import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { renderSubscription } from './read/render.ts'

type Told = 'created' | 'activated' | 'updated' | 'past_due' | 'canceled' | 'trial_will_end'

/** Tells the merchant what became of a subscription, as the API shows it now. */
export async function tellOfSubscription(
  tx: Tx,
  scope: Scope,
  what: Told,
  subscription: SubscriptionRecord,
): Promise<void> {
  await tellMerchant(tx, scope, {
    type: `subscription.${what}`,
    customerId: subscription.customerId,
    data: await renderSubscription(tx, scope.environmentId, subscription),
  })
}
