import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import {
  type Billing,
  type BillLine,
  draftInvoice,
  finalizeInvoice,
} from '../../invoicing/index.ts'
import { afterBill } from '../coupons/coupon.core.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { giveCredits } from '../planCredits/giveCredits.ts'
import type { Part } from '../subscription/loadPlan.ts'
import { saveSubscription } from '../subscription/saveSubscription.ts'
import { become, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { openingLines } from './chargeLines.core.ts'
import { periodFrom } from './period.core.ts'

interface Opening {
  readonly customer: CustomerRecord
  /** The subscription and its add-ons as they go on, on the plans of the new period. */
  readonly parts: readonly [Part, ...Part[]]
  /** When the period begins; `now` may be later. */
  readonly from: Date
  readonly now: Date
  readonly reason: 'start' | 'period'
  /** What is owed for the time before. */
  readonly closing: readonly BillLine[]
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
  opening: Opening,
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
      ...opening.closing,
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
  const beginning = { cycle: plan.cycle, period, timezone, now }
  const isFirst = opening.isFirstGrant
  const nextDripAt = await giveCredits(tx, scope, parts, beginning, { isFirst })
  const status = subscription.status === 'past_due' ? 'past_due' : 'active'
  const opened = {
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    invoicedThrough: from,
    collectionMethod: customer.collectionMethod,
    creditShares: {},
  }
  for (const { subscription: item } of items) {
    const { billingAnchor } = subscription
    await saveSubscription(tx, scope, { ...moved(item, status), ...opened, billingAnchor }, now)
  }
  const saved = await saveSubscription(
    tx,
    scope,
    {
      ...moved(subscription, status),
      ...opened,
      ...(draft || subscription.discountPeriodsLeft === 0 ? afterBill(subscription) : {}),
      nextDripAt,
    },
    now,
  )
  // Last, so that renewals of other customers do not wait for this one's credits. The sweep collects
  // it: ten thousand hints of one midnight would stand before all other jobs.
  if (draft) await finalizeInvoice(tx, scope, draft)
  return saved
}

const moved = (record: SubscriptionRecord, status: 'active' | 'past_due'): SubscriptionRecord =>
  record.status === status ? record : become(record, status)
