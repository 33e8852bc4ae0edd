import type { Subscription } from '@purser/contract'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import { billingPeriod } from '../../../kernel/calendar.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { SubscriptionRecord } from './subscription.core.ts'
import {
  listItems,
  type RenderingDetails,
  readPlanNames,
  readRenderingDetails,
} from './subscription.sql.ts'

/** Renders subscriptions for the API, with their add-ons. */
export async function renderSubscriptions(
  tx: Tx,
  environmentId: string,
  records: readonly SubscriptionRecord[],
): Promise<Subscription[]> {
  if (records.length === 0) return []
  const details = await readRenderingDetails(tx, environmentId, records)
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
    invariant(name !== undefined, 'a plan with subscriptions is never deleted')
    return name
  }
  return records.map((record) => {
    const context = details.get(record.id)
    invariant(context, 'a subscription has a plan and a customer')
    return render(record, context, itemsOf.get(record.id) ?? [], nameOf)
  })
}

export async function renderSubscription(
  tx: Tx,
  environmentId: string,
  record: SubscriptionRecord,
): Promise<Subscription> {
  const [rendered] = await renderSubscriptions(tx, environmentId, [record])
  invariant(rendered, 'every record is rendered')
  return rendered
}

function render(
  record: SubscriptionRecord,
  { productId, coupon, ...cycle }: RenderingDetails,
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
    currentBillingPeriodStart: currentPeriodStart?.toISOString() ?? null,
    currentBillingPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    // The anchor has no meaning before the subscription starts.
    billingAnchor:
      record.status === 'incomplete' && currentPeriodStart === null
        ? null
        : (record.billingAnchor?.toISOString() ?? null),
    trialEndsAt: record.trialEndsAt?.toISOString() ?? null,
    cancelAt: record.cancelAt?.toISOString() ?? null,
    canceledAt: record.canceledAt?.toISOString() ?? null,
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
      endsAt: discountEnd(record, cycle)?.toISOString() ?? null,
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
  cancelAt: item.cancelAt?.toISOString() ?? null,
  createdAt: item.createdAt.toISOString(),
})

/** The end of the last discounted period. Null if it is not known yet. */
function discountEnd(
  { discountPeriodsLeft, billingAnchor: anchor, currentPeriodEnd, status }: SubscriptionRecord,
  {
    interval,
    intervalCount,
    timezone,
  }: Pick<RenderingDetails, 'interval' | 'intervalCount' | 'timezone'>,
): Date | null {
  if (discountPeriodsLeft === null) return null
  let end = currentPeriodEnd
  // The unpaid first bill is for the current period, so it does not add a period.
  const ahead = discountPeriodsLeft - (status === 'incomplete' ? 1 : 0)
  for (let left = ahead; left > 0 && end !== null; left -= 1) {
    end = billingPeriod({ anchor, interval, intervalCount }, end, timezone).end
  }
  return end
}
