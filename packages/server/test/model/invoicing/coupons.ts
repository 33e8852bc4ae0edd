import { parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog, Coupon } from '../catalog.ts'
import type { Customer, Subscription } from '../state.ts'
import type { Contract } from '../subscriptions/billing.ts'
import { contractOf } from '../subscriptions/renderBilling.ts'
import { inMinorUnits, type Share } from './prices.ts'

/** A coupon applied to a subscription. */
export interface Discount {
  readonly coupon: Coupon
  /** The number of periods that it still applies to. Null means all. */
  readonly periodsLeft: number | null
}

/** The discount on a bill: a percentage of each price, or an amount for all lines. */
export type BillDiscount = { readonly percent: number } | { readonly amount: number }

/**
 * Finds the coupon for a code, or returns the reason for refusing it. A redemption of the same
 * coupon by the `replaced` subscription does not count.
 */
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

/** Restores the coupon redemption of a subscription that never started. */
export function restoreRedemption({ billing: { redeemed } }: Customer, subscription: Subscription) {
  const contract = contractOf(subscription)
  if (!contract.discount) return
  const { id } = contract.discount.coupon
  contract.discount = null
  redeemed.set(id, (redeemed.get(id) ?? 0) - 1)
}

/** The discount on a bill for a part of a period. */
export function discountOn(discount: Discount | null, { part, whole }: Share): BillDiscount | null {
  if (!discount) return null
  const { percentOff, amountOff } = discount.coupon
  if (percentOff !== null) return { percent: percentOff }
  return { amount: inMinorUnits(parseAmount(amountOff ?? 0), { part, whole }) }
}

/** The discount for the next period. */
export const nextDiscount = ({ discount }: Pick<Contract, 'discount'>): Discount | null =>
  discount?.periodsLeft === 0 ? null : discount

/** Removes a coupon that does not apply to the new period. */
export function dropUsedUp(subscription: Subscription): void {
  const contract = contractOf(subscription)
  contract.discount = nextDiscount(contract)
}

/** Counts a billed period of the coupon. */
export function countBill(subscription: Subscription): void {
  const contract = contractOf(subscription)
  const { discount } = contract
  if (!discount || discount.periodsLeft === null) return
  contract.discount = { ...discount, periodsLeft: discount.periodsLeft - 1 }
}
