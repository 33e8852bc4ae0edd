import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { BillingCycle } from '../../../kernel/calendar.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import { dueAt } from '../renew/due.core.ts'
import type { Quantities, SubscriptionRecord, SubscriptionStatus } from './subscription.core.ts'

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
  // A plan attached by hand is never billed. It shows the most common collection method.
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

/** Finds a subscription or an add-on. */
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

/** Finds a customer's base subscription to a product that has not ended. */
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

/** Lists the add-ons of subscriptions that have not ended, oldest first. */
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

/** Lists subscriptions without add-ons, newest first. */
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

const columns = (record: SubscriptionRecord) => ({
  plan_id: record.planId,
  plan_version: record.planVersion,
  product_id: record.productId,
  parent_id: record.parentId,
  status: record.status,
  collection_method: record.collectionMethod,
  quantities: json(record.quantities),
  billing_anchor: record.billingAnchor,
  has_given_anchor: record.hasGivenAnchor,
  current_period_start: record.currentPeriodStart,
  current_period_end: record.currentPeriodEnd,
  invoiced_through: record.invoicedThrough,
  starts_at: record.startsAt,
  trial_days: record.trialDays,
  trial_ends_at: record.trialEndsAt,
  trial_end_told_at: record.trialEndToldAt,
  incomplete_until: record.incompleteUntil,
  cancel_at: record.cancelAt,
  canceled_at: record.canceledAt,
  paused_at: record.pausedAt,
  pending_plan_id: record.pendingChange?.planId ?? null,
  pending_plan_version: record.pendingChange?.planVersion ?? null,
  pending_quantities: record.pendingChange ? json(record.pendingChange.quantities) : null,
  coupon_id: record.couponId,
  discount_periods_left: record.discountPeriodsLeft,
  credit_shares: json(record.creditShares),
  metadata: json(record.metadata),
  revision: record.revision,
  next_drip_at: record.nextDripAt,
  due_at: dueAt(record),
  updated_at: record.updatedAt,
})

export const insertRecord = (
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  record: SubscriptionRecord,
) =>
  tx
    .insertInto('subscriptions')
    .values({
      bucket: bucketOf(environmentId, record.customerId),
      environment_id: environmentId,
      id: record.id,
      customer_id: record.customerId,
      created_at: record.createdAt,
      ...columns(record),
    })
    .execute()

/**
 * Writes the whole record. The caller must hold the customer's lock and have read the record under
 * it.
 */
export const updateRecord = (
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  record: SubscriptionRecord,
) =>
  tx
    .updateTable('subscriptions')
    .set(columns(record))
    .where('bucket', '=', bucketOf(environmentId, record.customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', record.id)
    .execute()

/** Customers may read the names of their plans, even of private ones. */
export async function readPlanNames(
  tx: Tx,
  environmentId: string,
  planIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('environment_id', '=', environmentId)
    .where('id', 'in', [...new Set(planIds)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Data from other tables that a rendered subscription needs. */
export interface RenderingDetails {
  subscriptionId: string
  productId: string
  timezone: string
  interval: BillingCycle['interval']
  intervalCount: number
  coupon: {
    id: string
    code: string
    percentOff: string | null
    amountOff: number | null
    currency: string | null
  } | null
}

export async function readRenderingDetails(
  tx: Tx,
  environmentId: string,
  records: readonly SubscriptionRecord[],
): Promise<Map<string, RenderingDetails>> {
  const { rows } = await sql<RenderingDetails>`
    SELECT k.id AS "subscriptionId", p.product_id AS "productId", c.timezone, p.interval,
      p.interval_count AS "intervalCount",
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'code', u.code,
        'percentOff', u.percent_off::text, 'amountOff', u.amount_off, 'currency', u.currency)
      END AS coupon
    FROM unnest(
      ${records.map(({ id }) => id)}::text[],
      ${records.map(({ customerId }) => customerId)}::text[],
      ${records.map(({ planId }) => planId)}::text[],
      ${records.map(({ couponId }) => couponId)}::text[]
    ) AS k (id, customer_id, plan_id, coupon_id)
    JOIN plans p ON p.environment_id = ${environmentId} AND p.id = k.plan_id
    JOIN customers c ON c.environment_id = ${environmentId} AND c.id = k.customer_id
    LEFT JOIN coupons u ON u.environment_id = ${environmentId} AND u.id = k.coupon_id`.execute(tx)
  return new Map(rows.map((row) => [row.subscriptionId, row]))
}
