import { notFound } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { findCustomer, readCustomers } from '../customers/read.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { findSubscription, listItems } from './read/records.ts'

/** A subscription with all that a preview needs of it, as one snapshot has it, without a lock. */
export async function peekSubscription(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<LockedSubscription> {
  const { environmentId } = scope
  const subscription = await findSubscription(tx, environmentId, id)
  if (!subscription || subscription.parentId !== null) throw notFound('subscription', id)
  const { customerId } = subscription
  const customer = await findCustomer(tx, environmentId, customerId)
  if (!customer) throw notFound('customer', customerId)
  const [standing] = await readCustomers(sessionOf(tx), [{ environmentId, customerId }])
  invariant(standing, 'a customer that was found stands somewhere')
  const items = await listItems(tx, environmentId, [subscription])
  return { customer, subscription, items, now: standing.frozenTime ?? scope.now }
}
