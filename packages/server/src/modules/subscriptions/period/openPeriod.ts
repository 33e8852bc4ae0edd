import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import {
  type Billing,
  type BillLine,
  draftInvoice,
  finalizeInvoice,
} from '../../invoicing/index.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { grantPeriodCredits } from '../planCredits/grantPeriodCredits.ts'
import type { Part } from '../subscription/loadPlan.ts'
import { saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'
import { openingLines } from './chargeLines.core.ts'
import { periodFrom } from './period.core.ts'

interface PeriodToOpen {
  readonly customer: CustomerRecord
  /** The subscription and its add-ons as they go on, on the plans of the new period. */
  readonly parts: readonly [Part, ...Part[]]
  /** When the period begins; `now` may be later. */
  readonly from: Date
  readonly now: Date
  readonly reason: 'start' | 'period'
  /** What is owed for the time before. */
  readonly closingLines: readonly BillLine[]
  /** Whether the plan has never been billed before, and never given before. */
  readonly isFirstBill: boolean
  readonly isFirstGrant: boolean
}

/**
 * Bills and begins a period that begins by itself: the card is charged afterwards, outside of this
 * transaction, and access does not wait for that.
 */
export async function openPeriod(
  tx: Tx,
  billing: Pick<Billing, 'tax'>,
  scope: Scope,
  opening: PeriodToOpen,
): Promise<SubscriptionRecord> {
  const { customer, parts, from, now } = opening
  const [{ subscription, plan }, ...items] = parts
  const { timezone } = customer
  const billed = periodFrom(plan.cycle, from, timezone)
  const { period } = billed
  const draft = await draftInvoice(tx, billing.tax, scope, {
    customerId: customer.id,
    currency: plan.plan.currency,
    lines: [
      ...opening.closingLines,
      ...parts.flatMap((part) => openingLines(part.plan, billed, { isFirst: opening.isFirstBill })),
    ],
    discount: await findDiscount(tx, scope, subscription, 'next'),
    takesPending: true,
    at: now,
    subscriptionId: subscription.id,
    reason: opening.reason,
    cycleStart: from,
    collectionMethod: customer.collectionMethod,
    periodStart: period.start,
    periodEnd: period.end,
  })
  const periodToGrant = { cycle: plan.cycle, period, timezone, now }
  const isFirst = opening.isFirstGrant
  const nextDripAt = await grantPeriodCredits(tx, scope, parts, periodToGrant, { isFirst })
  const status = subscription.status === 'past_due' ? 'past_due' : 'active'
  const periodFields = {
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    invoicedThrough: from,
    collectionMethod: customer.collectionMethod,
    creditShares: {},
  }
  for (const { subscription: item } of items) {
    const { billingAnchor } = subscription
    await saveSubscription(
      tx,
      scope,
      { ...inStatus(item, status), ...periodFields, billingAnchor },
      now,
    )
  }
  const saved = await saveSubscription(
    tx,
    scope,
    {
      ...inStatus(subscription, status),
      ...periodFields,
      ...(draft || subscription.discountPeriodsLeft === 0 ? discountAfterBill(subscription) : {}),
      nextDripAt,
    },
    now,
  )
  // Last, so that renewals of other customers do not wait for this one's credits. The sweep collects
  // it: ten thousand hints of one midnight would stand before all other jobs.
  if (draft) await finalizeInvoice(tx, scope, draft)
  return saved
}

const inStatus = (record: SubscriptionRecord, status: 'active' | 'past_due'): SubscriptionRecord =>
  record.status === status ? record : withStatus(record, status)
