import type { Subscription } from '@purser/contract'
import { sql } from 'kysely'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import { type BillingCycle, billingPeriod } from '../../../kernel/calendar.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { SubscriptionRecord } from '../core/record.ts'
import { readPlanNames } from './planNames.ts'
import { listItems } from './records.ts'

/** What a subscription's own row does not say of it. */
interface Surroundings {
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

async function readSurroundings(
  tx: Tx,
  environmentId: string,
  records: readonly SubscriptionRecord[],
): Promise<Map<string, Surroundings>> {
  const { rows } = await sql<Surroundings>`
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

/** Subscriptions as the API shows them, with their add-ons. */
export async function renderSubscriptions(
  tx: Tx,
  environmentId: string,
  records: readonly SubscriptionRecord[],
): Promise<Subscription[]> {
  if (records.length === 0) return []
  const surroundings = await readSurroundings(tx, environmentId, records)
  const items = await listItems(tx, environmentId, records)
  const itemsOf = Map.groupBy(items, ({ parentId }) => parentId)
  const names = await readPlanNames(
    tx,
    environmentId,
    [...records, ...items].flatMap(({ planId, pendingChange }) =>
      pendingChange ? [planId, pendingChange.planId] : [planId],
    ),
  )
  const nameOf = (planId: string): string => {
    const name = names.get(planId)
    invariant(name !== undefined, 'a plan that was subscribed to is never deleted')
    return name
  }
  return records.map((record) => {
    const known = surroundings.get(record.id)
    invariant(known, 'a subscription has a plan and a customer')
    return render(record, known, itemsOf.get(record.id) ?? [], nameOf)
  })
}

/** The same for one. */
export async function renderSubscription(
  tx: Tx,
  environmentId: string,
  record: SubscriptionRecord,
): Promise<Subscription> {
  const [rendered] = await renderSubscriptions(tx, environmentId, [record])
  invariant(rendered, 'what is rendered is there')
  return rendered
}

function render(
  record: SubscriptionRecord,
  { productId, coupon, ...cycle }: Surroundings,
  items: readonly SubscriptionRecord[],
  nameOf: (planId: string) => string,
): Subscription {
  const { currentPeriodStart, currentPeriodEnd, pendingChange } = record
  return {
    id: record.id,
    customerId: record.customerId,
    planId: record.planId,
    planName: nameOf(record.planId),
    planVersion: record.planVersion,
    productId,
    status: record.status,
    collectionMethod: record.collectionMethod,
    quantities: record.quantities,
    items: items.map((item) => renderItem(item, nameOf(item.planId))),
    currentBillingPeriodStart: text(currentPeriodStart),
    currentBillingPeriodEnd: text(currentPeriodEnd),
    // Before the start nothing is counted from it yet.
    billingAnchor:
      record.status === 'incomplete' && currentPeriodStart === null
        ? null
        : text(record.billingAnchor),
    trialEndsAt: text(record.trialEndsAt),
    cancelAt: text(record.cancelAt),
    canceledAt: text(record.canceledAt),
    pendingChange: pendingChange && {
      ...pendingChange,
      planName: nameOf(pendingChange.planId),
      effectiveAt: (currentPeriodEnd ?? record.updatedAt).toISOString(),
    },
    discount: coupon && {
      couponId: coupon.id,
      code: coupon.code,
      percentOff: coupon.percentOff === null ? null : toJsonNumber(parseAmount(coupon.percentOff)),
      amountOff: coupon.amountOff,
      currency: coupon.currency,
      endsAt: text(discountEnd(record, cycle)),
    },
    metadata: record.metadata,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  }
}

const renderItem = (item: SubscriptionRecord, planName: string): Subscription['items'][number] => ({
  id: item.id,
  planId: item.planId,
  planName,
  planVersion: item.planVersion,
  quantities: item.quantities,
  cancelAt: text(item.cancelAt),
  createdAt: item.createdAt.toISOString(),
})

const text = (at: Date | null): string | null => at?.toISOString() ?? null

/** With the last period that it takes something off; null while that is not known. */
function discountEnd(
  { discountPeriodsLeft, billingAnchor: anchor, currentPeriodEnd, status }: SubscriptionRecord,
  {
    interval,
    intervalCount,
    timezone,
  }: Pick<Surroundings, 'interval' | 'intervalCount' | 'timezone'>,
): Date | null {
  if (discountPeriodsLeft === null) return null
  let end = currentPeriodEnd
  // The first bill counts once it is paid, and is for the present period already.
  const ahead = discountPeriodsLeft - (status === 'incomplete' ? 1 : 0)
  for (let left = ahead; left > 0 && end !== null; left -= 1) {
    end = billingPeriod({ anchor, interval, intervalCount }, end, timezone).end
  }
  return end
}
