import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { dueAt } from '../core/due.ts'
import type { SubscriptionRecord } from '../core/record.ts'

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

/** Writes the whole record; the caller holds the customer's lock and has read it under that. */
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
