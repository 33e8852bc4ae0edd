import type { Coupon } from '../../catalog/read.ts'
import type { Discount } from '../../invoicing/core.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

type Discounted = Pick<SubscriptionRecord, 'couponId' | 'discountPeriodsLeft'>

export const NO_DISCOUNT: Discounted = { couponId: null, discountPeriodsLeft: null }

/** The discount that a subscription gets from a coupon it has just redeemed. */
export const discountFromCoupon = ({ id, duration, durationInPeriods }: Coupon): Discounted => ({
  couponId: id,
  discountPeriodsLeft: duration === 'forever' ? null : duration === 'once' ? 1 : durationInPeriods,
})

export const discountOf = ({ code, percentOff, amountOff }: Coupon): Discount => ({
  name: code,
  percentOff,
  amountOff,
})

/** True if the next period's bill is discounted. */
export const isDiscounted = ({ couponId, discountPeriodsLeft }: Discounted): boolean =>
  couponId !== null && discountPeriodsLeft !== 0

/** The remaining discount after one period has been billed. */
export function discountAfterBill({ couponId, discountPeriodsLeft: left }: Discounted): Discounted {
  if (left === null) return { couponId, discountPeriodsLeft: null }
  return left === 0 ? NO_DISCOUNT : { couponId, discountPeriodsLeft: left - 1 }
}
