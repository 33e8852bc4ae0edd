import type { Coupon } from '../../catalog/read.ts'
import type { Discount } from '../../invoicing/index.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

type Discounted = Pick<SubscriptionRecord, 'couponId' | 'discountPeriodsLeft'>

export const NO_DISCOUNT: Discounted = { couponId: null, discountPeriodsLeft: null }

/** What a subscription has of a coupon that was just redeemed. */
export const discountFromCoupon = ({ id, duration, durationInPeriods }: Coupon): Discounted => ({
  couponId: id,
  discountPeriodsLeft: duration === 'forever' ? null : duration === 'once' ? 1 : durationInPeriods,
})

export const discountOf = ({ code, percentOff, amountOff }: Coupon): Discount => ({
  name: code,
  percentOff,
  amountOff,
})

/** Whether the next bill of a period is discounted. */
export const isDiscounted = ({ couponId, discountPeriodsLeft }: Discounted): boolean =>
  couponId !== null && discountPeriodsLeft !== 0

/** What is left of the discount after a period was billed. */
export function discountAfterBill({ couponId, discountPeriodsLeft: left }: Discounted): Discounted {
  if (left === null) return { couponId, discountPeriodsLeft: null }
  return left === 0 ? NO_DISCOUNT : { couponId, discountPeriodsLeft: left - 1 }
}
