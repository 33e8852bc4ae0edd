import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog, Coupon } from '../catalog.ts'
import type { Customer, Subscription } from '../state.ts'
import type { Contract } from '../subscriptions/billing.ts'
import { contractOf } from '../subscriptions/renderBilling.ts'
import { inMinorUnits, type Share } from './prices.ts'

/** A coupon on a subscription. */
export interface Discount {
  readonly coupon: Coupon
  /** Bills of periods that it is still for; null: all. */
  readonly periodsLeft: number | null
}

/** What is taken off a bill: a part of each price, or an amount that is shared out. */
export type Off = { readonly percent: number } | { readonly amount: number }

/** The coupon of a code, or why it cannot be used; what is `replaced` gives its own use back. */
export function couponFor(
  { coupons }: Catalog,
  { billing: { redeemed } }: Customer,
  code: string,
  replaced: Subscription | null,
  now: Date,
): Coupon | 'not_found' | 'coupon_expired' | 'coupon_used_up' {
  const coupon = coupons.find((each) => each.code.toLowerCase() === code.toLowerCase())
  if (!coupon) return 'not_found'
  const { expiresAt, maxRedemptions, id } = coupon
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'coupon_expired'
  const isHeld = replaced !== null && contractOf(replaced).discount?.coupon.id === id
  const used = (redeemed.get(id) ?? 0) - (isHeld ? 1 : 0)
  if (maxRedemptions !== null && used >= maxRedemptions) return 'coupon_used_up'
  return coupon
}

export function redeem({ billing: { redeemed } }: Customer, coupon: Coupon): Discount {
  redeemed.set(coupon.id, (redeemed.get(coupon.id) ?? 0) + 1)
  const periods = { once: 1, repeating: coupon.durationInPeriods, forever: null }
  return { coupon, periodsLeft: periods[coupon.duration] }
}

/** A subscription that never began has not used its coupon. */
export function giveCouponBack({ billing: { redeemed } }: Customer, subscription: Subscription) {
  const contract = contractOf(subscription)
  if (!contract.discount) return
  const { id } = contract.discount.coupon
  contract.discount = null
  redeemed.set(id, (redeemed.get(id) ?? 0) - 1)
}

/** What a coupon takes off a bill that is for a part of a period. */
export function offOf(discount: Discount | null, { part, whole }: Share): Off | null {
  if (!discount) return null
  const { percentOff, amountOff } = discount.coupon
  if (percentOff !== null) return { percent: percentOff }
  return { amount: inMinorUnits(parseAmount(amountOff ?? 0), { part, whole }) }
}

/** What is left of it for a period that begins. */
export const nextDiscount = ({ discount }: Pick<Contract, 'discount'>): Discount | null =>
  discount?.periodsLeft === 0 ? null : discount

/** The period that begins is not one that the coupon is for any more. */
export function dropUsedUp(subscription: Subscription): void {
  const contract = contractOf(subscription)
  contract.discount = nextDiscount(contract)
}

/** A period was billed. */
export function countBill(subscription: Subscription): void {
  const contract = contractOf(subscription)
  const { discount } = contract
  if (!discount || discount.periodsLeft === null) return
  contract.discount = { ...discount, periodsLeft: discount.periodsLeft - 1 }
}
