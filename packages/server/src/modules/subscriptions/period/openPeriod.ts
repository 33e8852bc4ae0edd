import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import type { BillLine } from '../../invoicing/core.ts'
import { type Billing, draftInvoice, finalizeInvoice } from '../../invoicing/index.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { grantPeriodCredits } from '../planCredits/grantPeriodCredits.ts'
import type { BilledPart } from '../subscription/loadPlan.ts'
import { saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'
import { openingLines } from './chargeLines.core.ts'
import { periodFrom } from './period.core.ts'

interface PeriodToOpen {
  readonly customer: CustomerRecord
  /** The subscription and its remaining add-ons, on the plans of the new period. */
  readonly parts: readonly [BilledPart, ...BilledPart[]]
  /** The start of the period. `now` may be later. */
  readonly from: Date
  readonly now: Date
  readonly reason: 'start' | 'period'
  /** Lines for the time before this period. */
  readonly closingLines: readonly BillLine[]
  /** True if the plan has not been billed before. */
  readonly isFirstBill: boolean
  readonly isFirstGrant: boolean
}

/**
 * Bills and starts a period without the customer being present. The card is charged afterwards,
 * outside this transaction, and access does not depend on it.
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
    customer,
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
  // This comes last, so that renewals of other customers do not wait for these credits. The sweep
  // collects the invoice, because ten thousand jobs at midnight would delay all other jobs.
  if (draft) await finalizeInvoice(tx, scope, draft)
  return saved
}

const inStatus = (record: SubscriptionRecord, status: 'active' | 'past_due'): SubscriptionRecord =>
  record.status === status ? record : withStatus(record, status)
