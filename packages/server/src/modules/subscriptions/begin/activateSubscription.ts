import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { grantPeriodCredits } from '../planCredits/grantPeriodCredits.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'

/** What one waited for is there, or nothing had to be waited for: access and credits begin. */
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
    /** Whether there was an invoice for the first period. */
    isBilled: boolean
  },
): Promise<SubscriptionRecord> {
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription
  invariant(start, 'what is activated has its first period')
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
