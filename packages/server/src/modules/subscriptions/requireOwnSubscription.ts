import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ownerOf, type Principal } from '../../platform/http/principal.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { findSubscription } from './read/records.ts'

/** The subscription of an id. A token finds its own customer's only, and nobody an add-on. */
export async function requireOwnSubscription(
  tx: Tx,
  { environmentId }: Scope,
  principal: Principal,
  id: string,
): Promise<SubscriptionRecord> {
  const subscription = await findSubscription(tx, environmentId, id)
  const owner = ownerOf(principal)
  const isOwn = owner === null || subscription?.customerId === owner
  if (!subscription || subscription.parentId !== null || !isOwn) throw notFound('subscription', id)
  return subscription
}
