import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Billing, issueInvoice } from '../../invoicing/index.ts'
import { findDiscount } from '../coupons/redeemCoupon.ts'
import { enqueueCollection } from '../invoices/enqueueCollection.ts'
import { closePeriod, waiveUsage } from '../period/closePeriod.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import {
  isAttachedByHand,
  type SubscriptionRecord,
  withStatus,
} from '../subscription/subscription.core.ts'

/**
 * Ends a subscription and its add-ons at an instant. Usage and arrears up to then are billed, and
 * charges paid in advance are not refunded. Plans that were attached by hand are never billed.
 */
export async function endSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  at: Date,
): Promise<SubscriptionRecord> {
  await issueFinalInvoice(tx, billing, scope, locked, at)
  return endWithoutInvoice(tx, scope, locked, at)
}

/** Ends a subscription without a final invoice. */
export async function endWithoutInvoice(
  tx: Tx,
  scope: Scope,
  { subscription, items, now }: Pick<LoadedSubscription, 'subscription' | 'items' | 'now'>,
  at: Date,
): Promise<SubscriptionRecord> {
  const close = (record: SubscriptionRecord) =>
    saveSubscription(
      tx,
      scope,
      {
        ...withStatus(record, 'canceled'),
        canceledAt: at,
        pendingChange: null,
        nextDripAt: null,
      },
      now,
    )
  for (const item of items) await close(item)
  const ended = await close(subscription)
  await emitSubscriptionEvent(tx, scope, 'canceled', ended)
  return ended
}

async function issueFinalInvoice(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { subscription, items, customer, now }: LoadedSubscription,
  at: Date,
): Promise<void> {
  if (isAttachedByHand(subscription)) return
  const parts = await loadParts(tx, scope.environmentId, subscription, items)
  if (subscription.status === 'trialing') {
    await waiveUsage(tx, scope, parts, at)
    return
  }
  const [{ plan }] = parts
  const { timezone } = customer
  const end = subscription.pausedAt ?? at
  const lines = await closePeriod(tx, scope, parts, { cycle: plan.cycle, timezone, end })
  const invoice = await issueInvoice(tx, billing.tax, scope, {
    customer,
    currency: plan.plan.currency,
    lines,
    discount: await findDiscount(tx, scope, subscription, 'present'),
    takesPending: lines.length > 0,
    at: now,
    subscriptionId: subscription.id,
    reason: 'end',
    cycleStart: null,
    collectionMethod: customer.collectionMethod,
    periodStart: subscription.currentPeriodStart,
    periodEnd: at,
  })
  if (invoice) await enqueueCollection(tx, scope, invoice)
}
