import type { Subscription } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ownerOf, type Principal } from '../../../platform/http/principal.ts'
import { renderSubscription } from './renderSubscription.ts'
import type { SubscriptionRecord } from './subscription.core.ts'
import { findSubscription } from './subscription.sql.ts'

export const getSubscription = async (
  tx: Tx,
  scope: Scope,
  principal: Principal,
  id: string,
): Promise<Subscription> =>
  renderSubscription(
    tx,
    scope.environmentId,
    await requireOwnSubscription(tx, scope, principal, id),
  )

/**
 * Finds a subscription by id. A portal token finds only its own customer's subscriptions. Add-ons
 * are never found.
 */
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
