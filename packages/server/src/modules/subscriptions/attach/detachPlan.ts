import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { findPlan } from '../../catalog/read.ts'
import { bumpRightsVersion, lockCustomer } from '../../customers/index.ts'
import { type AttachedPlan, endSubscriptionsToPlan } from './attach.sql.ts'

/** Ends a customer's access to a plan immediately. Credits that the plan granted stay. */
export async function detachPlan(
  tx: Tx,
  scope: Scope,
  { customerId, planId }: { customerId: string; planId: string },
): Promise<AttachedPlan[]> {
  const { environmentId } = scope
  const { now } = await lockCustomer(tx, scope, customerId)
  await bumpRightsVersion(tx, scope, customerId)
  const plan = await findPlan(tx, environmentId, planId)
  if (!plan) throw notFound('plan', planId)
  const canceled = await endSubscriptionsToPlan(tx, scope, customerId, plan.id, now)
  if (canceled.length === 0) {
    throw new PurserError(
      'invalid_state',
      `Customer ${JSON.stringify(customerId)} is not on plan "${plan.slug}".`,
    )
  }
  for (const subscription of canceled) {
    await emitEvent(tx, scope, { type: 'subscription.canceled', customerId, data: subscription })
  }
  return canceled
}
