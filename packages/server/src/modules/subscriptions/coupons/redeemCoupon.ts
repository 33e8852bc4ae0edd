import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Coupon, findCoupon } from '../../catalog/read.ts'
import type { Discount } from '../../invoicing/core.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { discountOf, isDiscounted } from './coupon.core.ts'
import { countRedemption, hasRedemptionLeft, restoreRedemption } from './coupon.sql.ts'

/**
 * Finds a coupon by its code and checks that it can be redeemed now, in this currency.
 * `heldCouponId` is the coupon of the subscription to be replaced, which releases its redemption
 * first.
 */
export async function findUsableCoupon(
  tx: Tx,
  scope: Scope,
  code: string,
  { currency, at, heldCouponId }: { currency: string; at: Date; heldCouponId: string | null },
): Promise<Coupon> {
  const coupon = await findCoupon(tx, scope.environmentId, code)
  if (!coupon) throw notFound('coupon', code)
  if (coupon.status === 'archived' || (coupon.expiresAt && new Date(coupon.expiresAt) <= at)) {
    throw new PurserError(
      'coupon_expired',
      `The coupon ${coupon.code} has expired. Remove it or use another coupon.`,
    )
  }
  if (coupon.amountOff !== null && coupon.currency !== currency) {
    throw new PurserError(
      'currency_mismatch',
      `The coupon ${coupon.code} is in ${coupon.currency}, but the plan is in ${currency}.`,
    )
  }
  if (coupon.id !== heldCouponId && !(await hasRedemptionLeft(tx, scope, coupon.id)))
    throw couponUsedUp(coupon)
  return coupon
}

/**
 * Counts a redemption. One statement checks the limit and increases the count, so that concurrent
 * requests cannot exceed the limit.
 */
export async function redeemCoupon(tx: Tx, scope: Scope, coupon: Coupon): Promise<void> {
  if (!(await countRedemption(tx, scope, coupon.id))) throw couponUsedUp(coupon)
}

const couponUsedUp = ({ code }: Coupon): PurserError =>
  new PurserError(
    'coupon_used_up',
    `The coupon ${code} has no redemptions left. Remove it or use another coupon.`,
  )

/** Restores the redemption of a subscription that never started. */
export const restoreCoupon = (tx: Tx, scope: Scope, couponId: string | null): Promise<void> =>
  couponId === null ? Promise.resolve() : restoreRedemption(tx, scope, couponId)

/** The discount of a subscription's coupon on its current period or on its next one. */
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
