import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import { afterBill } from '../coupons/coupon.core.ts'
import { giveCredits } from '../planCredits/giveCredits.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import { saveSubscription, tellOfSubscription } from '../subscription/saveSubscription.ts'
import { become, type SubscriptionRecord } from '../subscription/subscription.core.ts'

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
  const beginning = { cycle, period: { start, end }, timezone, now }
  const nextDripAt = await giveCredits(tx, scope, parts, beginning, { isFirst: true })
  const active = await saveSubscription(
    tx,
    scope,
    {
      ...become(subscription, 'active'),
      ...(isBilled ? afterBill(subscription) : {}),
      incompleteUntil: null,
      nextDripAt,
    },
    now,
  )
  await tellOfSubscription(tx, scope, 'activated', active)
  return active
}
