import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { lockCustomer } from '../../customers/index.ts'
import { type CustomerRecord, findCustomer, readCustomerSnapshots } from '../../customers/read.ts'
import type { SubscriptionRecord } from './subscription.core.ts'
import { findSubscription, listItems } from './subscription.sql.ts'

export interface LoadedSubscription {
  readonly customer: CustomerRecord
  readonly subscription: SubscriptionRecord
  /** Add-ons that have not ended. */
  readonly items: readonly SubscriptionRecord[]
  /** The customer's time. */
  readonly now: Date
}

/** Locks the customer and reads the subscription under the lock. Add-ons are not found. */
export async function lockSubscription(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<LoadedSubscription> {
  const { environmentId } = scope
  const unlocked = await findSubscription(tx, environmentId, id)
  if (!unlocked || unlocked.parentId !== null) throw notFound('subscription', id)
  const { customerId } = unlocked
  const { now } = await lockCustomer(tx, scope, customerId)
  const customer = await findCustomer(tx, environmentId, customerId)
  const subscription = await findSubscription(tx, environmentId, id)
  invariant(customer && subscription, 'a locked customer and its subscription exist')
  const items = await listItems(tx, environmentId, [subscription])
  return { customer, subscription, items, now }
}

/** Reads the same data under the customer's lock, which the caller already holds. */
export async function readLockedSubscription(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
  now: Date,
): Promise<LoadedSubscription> {
  const subscription = await findSubscription(tx, environmentId, id)
  const customer = subscription && (await findCustomer(tx, environmentId, subscription.customerId))
  invariant(customer, 'a locked customer and its subscription exist')
  const items = await listItems(tx, environmentId, [subscription])
  return { customer, subscription, items, now }
}

/** Reads the same data without a lock, for a preview. */
export async function readSubscriptionForPreview(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<LoadedSubscription> {
  const { environmentId } = scope
  const subscription = await findSubscription(tx, environmentId, id)
  if (!subscription || subscription.parentId !== null) throw notFound('subscription', id)
  const { customerId } = subscription
  const customer = await findCustomer(tx, environmentId, customerId)
  if (!customer) throw notFound('customer', customerId)
  const [customerRow] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  invariant(customerRow, 'the customer exists')
  const items = await listItems(tx, environmentId, [subscription])
  return { customer, subscription, items, now: currentTimeOf(customerRow, scope.now) }
}
