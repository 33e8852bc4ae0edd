import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type Billing,
  cancelOpenPayment,
  settleInvoicePayment,
  voidInvoice,
} from '../../invoicing/index.ts'
import { NO_DISCOUNT } from '../coupons/coupon.core.ts'
import { restoreCoupon } from '../coupons/redeemCoupon.ts'
import {
  findOpenSubscriptionPayment,
  isPartlyPaid,
  listOpenInvoices,
} from '../invoices/findOpenSubscriptionPayment.ts'
import { INCOMPLETE_MS } from '../renew/due.core.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'
import { findSubscription } from '../subscription/subscription.sql.ts'

/**
 * Ends a subscription that never started. Voids its invoice and restores its coupon redemption. The
 * caller holds the customer's lock and has checked that no payment is open.
 */
export async function endIncomplete(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  at: Date,
  status: 'canceled' | 'incomplete_expired' = 'incomplete_expired',
): Promise<SubscriptionRecord> {
  for (const invoice of await listOpenInvoices(tx, scope.environmentId, subscription)) {
    await voidInvoice(tx, scope, invoice, at)
  }
  await restoreCoupon(tx, scope, subscription.couponId)
  const ended = { ...withStatus(subscription, status), ...NO_DISCOUNT, canceledAt: at }
  const saved = await saveSubscription(tx, scope, ended, at)
  await emitSubscriptionEvent(tx, scope, 'canceled', saved)
  return saved
}

/**
 * Expires an incomplete subscription. It cancels the payment at the provider first. If that payment
 * had already succeeded, the subscription starts instead. Returns false if the subscription keeps
 * waiting, because the provider does not answer or the invoice is partly paid.
 */
export async function expireIncomplete(
  billing: Billing,
  scope: Scope,
  subscriptionId: string,
  status: 'canceled' | 'incomplete_expired' = 'incomplete_expired',
): Promise<boolean> {
  const { db } = billing
  const { environmentId } = scope
  const openPayment = await withTransaction(
    db,
    async (tx) => {
      const subscription = await findSubscription(tx, environmentId, subscriptionId)
      return subscription && findOpenSubscriptionPayment(tx, environmentId, subscription)
    },
    'read',
  )
  if (openPayment) {
    const outcome = await cancelOpenPayment(billing, scope, openPayment)
    await settleInvoicePayment(billing, scope, openPayment, outcome)
  }
  return withTransaction(db, async (tx) => {
    const { subscription, now } = await lockSubscription(tx, scope, subscriptionId)
    const { incompleteUntil } = subscription
    if (subscription.status !== 'incomplete') return true
    if (incompleteUntil === null || incompleteUntil > now) return true
    if (await findOpenSubscriptionPayment(tx, environmentId, subscription)) return false
    if (await isPartlyPaid(tx, environmentId, subscription)) {
      // A partly paid subscription keeps waiting for the rest.
      const later = new Date(now.getTime() + INCOMPLETE_MS)
      await saveSubscription(tx, scope, { ...subscription, incompleteUntil: later }, now)
      return false
    }
    await endIncomplete(tx, scope, subscription, now, status)
    return true
  })
}
