import { notFound, PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { findPlan } from '../../catalog/read.ts'
import { bumpRightsVersion, lockCustomer } from '../../customers/index.ts'
import { type AttachedPlan, insertAttachedPlan } from './attach.sql.ts'

interface Attachment {
  customerId: string
  /** Id or slug. */
  planId: string
  /** Billing periods count from this instant. Default: now. */
  startsAt?: Date | undefined
}

/** Puts a customer on the current version of an active plan without billing. */
export async function attachPlan(
  tx: Tx,
  scope: Scope,
  { customerId, planId, startsAt }: Attachment,
): Promise<AttachedPlan> {
  const { environmentId } = scope
  const { customer, now } = await lockCustomer(tx, scope, customerId)
  await bumpRightsVersion(tx, scope, customerId)
  const plan = await findPlan(tx, environmentId, planId)
  if (!plan) throw notFound('plan', planId)
  if (plan.status !== 'active') {
    throw new PurserError(
      'invalid_state',
      `Plan "${plan.slug}" is ${plan.status}: only an active plan can be attached.`,
    )
  }
  const subscription: AttachedPlan = {
    id: newIdInBucket('subscription', customer.bucket),
    customerId,
    planId: plan.id,
    planVersion: plan.version,
    status: 'active',
    billingAnchor: startsAt ?? now,
    createdAt: now,
  }
  await insertAttachedPlan(tx, scope, subscription)
  await emitEvent(tx, scope, { type: 'subscription.created', customerId, data: subscription })
  return subscription
}
