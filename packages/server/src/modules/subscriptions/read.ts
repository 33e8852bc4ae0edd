import { bucketOf } from '../../kernel/bucket.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Whether any subscription rests on this version of a plan, or ever did: what a customer was billed
 * for stays readable after the customer has left.
 */
export async function planVersionHasSubscribers(
  tx: Tx,
  environmentId: string,
  planId: string,
  version: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', planId)
    .where('plan_version', '=', version)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** In dunning a customer keeps what it has; waiting, paused and ended subscriptions give nothing. */
const GIVES_ACCESS = ['trialing', 'active', 'past_due']

/** The plan versions that a customer has rights from, oldest subscription first. */
export async function listGivingAccess(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<{ planId: string; version: number }[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select(['plan_id', 'plan_version'])
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', GIVES_ACCESS)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ planId: row.plan_id, version: row.plan_version }))
}
