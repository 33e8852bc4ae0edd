import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { grantPeriodCredits } from '../planCredits/grantPeriodCredits.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'

/**
 * Activates a subscription once its first invoice is paid, or immediately if nothing is due. Access
 * and credits start here.
 */
export async function activateSubscription(
  tx: Tx,
  scope: Scope,
  {
    subscription,
    customer: { timezone },
    now,
    isBilled,
  }: {
    subscription: SubscriptionRecord
    customer: Pick<CustomerRecord, 'timezone'>
    /** The customer's time. */
    now: Date
    /** True if the first period has an invoice. */
    isBilled: boolean
  },
): Promise<SubscriptionRecord> {
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription
  invariant(start, 'a subscription to activate has a first period')
  const parts = await loadParts(tx, scope.environmentId, subscription, [])
  const { cycle } = parts[0].plan
  const firstPeriod = { cycle, period: { start, end }, timezone, now }
  const nextDripAt = await grantPeriodCredits(tx, scope, parts, firstPeriod, { isFirst: true })
  const active = await saveSubscription(
    tx,
    scope,
    {
      ...withStatus(subscription, 'active'),
      ...(isBilled ? discountAfterBill(subscription) : {}),
      incompleteUntil: null,
      nextDripAt,
    },
    now,
  )
  await emitSubscriptionEvent(tx, scope, 'activated', active)
  return active
}
