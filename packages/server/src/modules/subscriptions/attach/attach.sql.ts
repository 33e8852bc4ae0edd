import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** A plan that was attached to a customer by hand, as the command line and webhooks show it. */
export interface AttachedPlan {
  id: string
  customerId: string
  planId: string
  planVersion: number
  status: 'active' | 'canceled'
  /** Billing periods count from this instant. */
  billingAnchor: Date
  createdAt: Date
}

export async function insertAttachedPlan(
  tx: Tx,
  { environmentId }: Scope,
  subscription: AttachedPlan,
): Promise<void> {
  const { id, customerId, planId, planVersion, status, billingAnchor, createdAt } = subscription
  await tx
    .insertInto('subscriptions')
    .values({
      bucket: bucketOf(environmentId, customerId),
      environment_id: environmentId,
      id,
      customer_id: customerId,
      plan_id: planId,
      plan_version: planVersion,
      status,
      billing_anchor: billingAnchor,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
}

/** Cancels the customer's subscriptions to a plan that give access, and returns them. */
export async function endSubscriptionsToPlan(
  tx: Tx,
  { environmentId }: Scope,
  customerId: string,
  planId: string,
  now: Date,
): Promise<AttachedPlan[]> {
  const rows = await tx
    .updateTable('subscriptions')
    .set({ status: 'canceled', updated_at: now })
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('plan_id', '=', planId)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .returning(['id', 'plan_version', 'billing_anchor', 'created_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customerId,
    planId,
    planVersion: row.plan_version,
    status: 'canceled',
    billingAnchor: row.billing_anchor,
    createdAt: row.created_at,
  }))
}
