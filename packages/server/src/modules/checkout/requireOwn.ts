import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findSubscription } from '../subscriptions/read.ts'

/** Refuses a subscription that is not the customer's, or an add-on of one. */
export async function requireOwn(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  const subscription = await findSubscription(tx, environmentId, subscriptionId)
  if (subscription?.customerId === customerId && subscription.parentId === null) return
  throw notFound('subscription', subscriptionId)
}
