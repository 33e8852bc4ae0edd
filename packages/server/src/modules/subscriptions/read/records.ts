import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { Quantities, SubscriptionRecord, SubscriptionStatus } from '../core/record.ts'

const select = (tx: Tx, environmentId: string) =>
  tx.selectFrom('subscriptions').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export const toRecord = (row: Row): SubscriptionRecord => ({
  id: row.id,
  customerId: row.customer_id,
  planId: row.plan_id,
  planVersion: row.plan_version,
  productId: row.product_id,
  parentId: row.parent_id,
  status: row.status as SubscriptionStatus,
  // What was attached by hand is never billed; it shows the way most are.
  collectionMethod: (row.collection_method ??
    'charge_automatically') as SubscriptionRecord['collectionMethod'],
  quantities: row.quantities as Quantities,
  billingAnchor: row.billing_anchor,
  hasGivenAnchor: row.has_given_anchor,
  currentPeriodStart: row.current_period_start,
  currentPeriodEnd: row.current_period_end,
  invoicedThrough: row.invoiced_through,
  startsAt: row.starts_at,
  trialDays: row.trial_days,
  trialEndsAt: row.trial_ends_at,
  trialEndToldAt: row.trial_end_told_at,
  incompleteUntil: row.incomplete_until,
  cancelAt: row.cancel_at,
  canceledAt: row.canceled_at,
  pausedAt: row.paused_at,
  pendingChange:
    row.pending_plan_id === null || row.pending_plan_version === null
      ? null
      : {
          planId: row.pending_plan_id,
          planVersion: row.pending_plan_version,
          quantities: (row.pending_quantities ?? {}) as Quantities,
        },
  couponId: row.coupon_id,
  discountPeriodsLeft: row.discount_periods_left,
  creditShares: row.credit_shares as SubscriptionRecord['creditShares'],
  metadata: row.metadata as Record<string, unknown>,
  revision: row.revision,
  nextDripAt: row.next_drip_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A subscription or an add-on by its id. */
export async function findSubscription(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<SubscriptionRecord | null> {
  const bucket = bucketOfId('subscription', id)
  if (bucket === null) return null
  const row = await select(tx, environmentId)
    .where('bucket', '=', bucket)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** A customer's base subscription of a product that has not ended. */
export async function findBaseSubscription(
  tx: Tx,
  environmentId: string,
  { customerId, productId }: { customerId: string; productId: string },
): Promise<SubscriptionRecord | null> {
  const row = await select(tx, environmentId)
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('customer_id', '=', customerId)
    .where('product_id', '=', productId)
    .where('parent_id', 'is', null)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** The add-ons of subscriptions that have not ended, oldest first. */
export async function listItems(
  tx: Tx,
  environmentId: string,
  parents: readonly Pick<SubscriptionRecord, 'id' | 'customerId'>[],
): Promise<SubscriptionRecord[]> {
  if (parents.length === 0) return []
  const rows = await select(tx, environmentId)
    .where('bucket', 'in', [
      ...new Set(parents.map(({ customerId }) => bucketOf(environmentId, customerId))),
    ])
    .where(
      'parent_id',
      'in',
      parents.map(({ id }) => id),
    )
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toRecord)
}

interface SubscriptionFilter {
  customerId?: string | undefined
  status?: SubscriptionStatus | undefined
  planId?: string | undefined
}

/** Newest first; add-ons are shown with their subscription. */
export async function listSubscriptions(
  tx: Tx,
  environmentId: string,
  { customerId, status, planId }: SubscriptionFilter,
  page: PageRequest,
): Promise<SubscriptionRecord[]> {
  const rows = await select(tx, environmentId)
    .where('parent_id', 'is', null)
    .$if(customerId !== undefined, (query) =>
      query
        .where('bucket', '=', bucketOf(environmentId, customerId ?? ''))
        .where('customer_id', '=', customerId ?? ''),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(planId !== undefined, (query) => query.where('plan_id', '=', planId ?? ''))
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toRecord)
}
