import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCoupon } from '../catalog/read.ts'
import type { Discount } from '../invoicing/index.ts'
import { discountOf, isDiscounted } from './core/coupon.ts'
import type { SubscriptionRecord } from './core/record.ts'

/** What a subscription's coupon takes off its present period, or off the next one. */
export async function findDiscount(
  tx: Tx,
  { environmentId }: Scope,
  subscription: Pick<SubscriptionRecord, 'couponId' | 'discountPeriodsLeft'>,
  period: 'present' | 'next',
): Promise<Discount | null> {
  const { couponId } = subscription
  if (couponId === null || (period === 'next' && !isDiscounted(subscription))) return null
  const coupon = await findCoupon(tx, environmentId, couponId)
  return coupon && discountOf(coupon)
}
