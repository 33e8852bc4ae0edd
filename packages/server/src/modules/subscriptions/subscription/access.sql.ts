import { bucketOf } from '../../../kernel/bucket.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'

/**
 * True if the plan version has or ever had a subscription. Its terms must stay readable after the
 * customer has left.
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

interface CustomerKey {
  environmentId: string
  customerId: string
  bucket: number
}

/** A subscription that gives a customer access. */
export interface SubscriptionGivingAccess {
  environmentId: string
  customerId: string
  id: string
  planId: string
  planVersion: number
  billingAnchor: Date
  invoicedThrough: Date | null
  /**
   * Seats by feature slug. Null if the subscription is not billed, so that the plan's own limits
   * apply.
   */
  quantities: Record<string, number> | null
}

/**
 * A past-due customer keeps access. Incomplete, paused and ended subscriptions give none. OFFSET 0
 * forces one lookup per customer, regardless of the statistics.
 */
const GIVING_ACCESS: Statement = {
  name: 'subscriptions-giving-access',
  text: `
    SELECT s.environment_id AS "environmentId", s.customer_id AS "customerId", s.id,
      s.plan_id AS "planId", s.plan_version AS "planVersion", s.billing_anchor AS "billingAnchor",
      s.invoiced_through AS "invoicedThrough",
      CASE WHEN s.product_id IS NOT NULL THEN s.quantities END AS quantities
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM subscriptions s
      WHERE s.bucket = k.bucket AND s.environment_id = k.environment_id
        AND s.customer_id = k.customer_id AND s.status IN ('trialing', 'active', 'past_due')
      OFFSET 0) AS s
    ORDER BY s.created_at, s.id`,
}

/** Lists the subscriptions that give these customers access, oldest first. */
export const listSubscriptionsGivingAccess = (
  session: Session,
  customers: readonly CustomerKey[],
): Promise<SubscriptionGivingAccess[]> =>
  session.query(GIVING_ACCESS, [
    arrayLiteral(customers, ({ bucket }) => bucket),
    arrayLiteral(customers, ({ environmentId }) => environmentId),
    arrayLiteral(customers, ({ customerId }) => customerId),
  ])

interface RunningSubscription {
  id: string
  status: 'trialing' | 'active' | 'past_due'
  planId: string
  currentPeriodEnd: Date | null
}

const RUNNING = ['trialing', 'active', 'past_due'] as const

/** Lists a customer's subscriptions that renew, without add-ons, oldest first. */
export async function listRunningSubscriptions(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<RunningSubscription[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'plan_id', 'current_period_end'])
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', RUNNING)
    .where('parent_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, status, plan_id, current_period_end }) => ({
    id,
    status: status as RunningSubscription['status'],
    planId: plan_id,
    currentPeriodEnd: current_period_end,
  }))
}

/**
 * True if the customer has a billed subscription that has not ended. Incomplete subscriptions
 * count. Plans attached by hand do not count.
 */
export async function hasBilledSubscription(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('product_id', 'is not', null)
    .where('status', 'in', ['incomplete', 'paused', ...RUNNING])
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
