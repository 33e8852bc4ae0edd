import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { voidInvoice } from '../invoicing/index.ts'
import { NO_DISCOUNT } from './core/coupon.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { become } from './core/subscriptionState.ts'
import { listOpenInvoices } from './findOpenPayment.ts'
import { returnCoupon } from './redeemCoupon.ts'
import { saveSubscription } from './saveSubscription.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/**
 * Ends a subscription that never began: its invoice was never owed, and its use of a coupon counts
 * for nothing. The caller holds the customer's lock and knows that no payment is under way.
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
  await returnCoupon(tx, scope, subscription.couponId)
  const ended = { ...become(subscription, status), ...NO_DISCOUNT, canceledAt: at }
  const saved = await saveSubscription(tx, scope, ended, at)
  await tellOfSubscription(tx, scope, 'canceled', saved)
  return saved
}
