import { percentOf } from '../../../kernel/amount.ts'

/** The discount of a coupon on one bill. */
export interface Discount {
  /** The code as the customer typed it. */
  readonly name: string
  readonly percentOff: number | null
  readonly amountOff: number | null
}

interface DiscountableLine {
  /** Whole minor units at the catalog price. */
  readonly amount: number
  /** True if coupons apply to this line. */
  readonly isDiscountable: boolean
}

/** The discount of each line, at catalog prices. */
export function discountsOf(
  lines: readonly DiscountableLine[],
  discount: Discount | null,
): number[] {
  const weights = lines.map(({ amount, isDiscountable }) =>
    isDiscountable ? Math.max(0, amount) : 0,
  )
  if (discount?.amountOff != null) {
    const most = weights.reduce((total, weight) => total + weight, 0)
    return splitByWeight(Math.min(discount.amountOff, most), weights)
  }
  return weights.map((weight) => percentOf(weight, discount?.percentOff ?? 0))
}

/**
 * Splits an amount in proportion to weights with the largest-remainder method. The shares are whole
 * minor units and add up exactly. If two remainders are equal, the larger weight comes first. The
 * order of the weights therefore matters only between equal weights.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, position) => {
    const product = BigInt(amount) * BigInt(weight)
    return { position, weight, share: product / whole, remainder: product % whole }
  })
  const allocated = shares.reduce((total, { share }) => total + share, 0n)
  const byRemainder = [...shares].sort(
    (a, b) =>
      (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1) ||
      b.weight - a.weight ||
      a.position - b.position,
  )
  for (const each of byRemainder.slice(0, Number(BigInt(amount) - allocated))) each.share += 1n
  return shares.map(({ share }) => Number(share))
}
