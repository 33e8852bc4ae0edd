import type { PriceInterval, ReadPrice } from '../offer.ts'
import { RATIO, YEAR } from '../thresholds.ts'

/** A price with facts from the words around it. */
export interface ClassifiedPrice extends ReadPrice {
  isAssumed: boolean
  saysYearly: boolean
  saysMonthly: boolean
  isPerSeat: boolean
  /** The amount restates another price: "that's $9 a month". */
  isEcho: boolean
}

/**
 * Returns true for "or $9 if billed yearly" beside "$10 per month": the amount is the price of one
 * month in a year.
 */
const isByMonth = ({ amountMinor }: ClassifiedPrice, month: ClassifiedPrice | undefined): boolean =>
  month !== undefined &&
  amountMinor <= month.amountMinor &&
  amountMinor >= month.amountMinor * RATIO.monthDiscount

const LONG_INTERVALS: ReadonlySet<PriceInterval> = new Set(['month', 'quarter', 'year', 'one_time'])

/** Keeps one price per interval. A monthly figure that is billed yearly becomes a yearly price. */
export function settlePrices(prices: readonly ClassifiedPrice[]): ClassifiedPrice[] {
  const years = prices.filter(({ interval }) => interval === 'year')
  const isLong = prices.some(
    ({ interval, amountMinor, isAssumed }) =>
      LONG_INTERVALS.has(interval) && amountMinor > 0 && !isAssumed,
  )
  const settled: ClassifiedPrice[] = []
  const yearly = prices.filter(({ interval, saysYearly }) => interval === 'month' && saysYearly)
  const month = prices.find(
    ({ interval, saysYearly, isAssumed }) => interval === 'month' && !saysYearly && !isAssumed,
  )
  for (const price of prices) {
    // "$5/mo" above "$5/month billed annually" states one price twice.
    const isTwice = yearly.some(({ amountMinor }) => amountMinor === price.amountMinor)
    const isDearer = prices.some(
      (other) =>
        other.interval === 'month' && !other.isAssumed && other.amountMinor > price.amountMinor,
    )
    if (price.interval === 'month' && !price.saysYearly && !price.saysMonthly && isTwice) continue
    if (isLong && (price.interval === 'day' || price.interval === 'hour')) continue
    const twelve = price.amountMinor * YEAR.months
    // "₹200" above "₹2,400 a year", both shown for yearly billing: the first is one month's share.
    const whole = years.find((one) => one !== price && one.amountMinor === twelve)
    if (price.interval === 'year' && whole && twelve > 0) {
      whole.printed = { interval: 'month', amountMinor: price.amountMinor }
      continue
    }
    const total = years.find(
      ({ amountMinor }) => Math.abs(amountMinor - twelve) <= twelve * RATIO.rounding,
    )
    if (
      price.interval === 'month' &&
      price.amountMinor > 0 &&
      (price.saysYearly || (total && (price.isEcho || isDearer)))
    ) {
      const printed = { interval: price.interval, amountMinor: price.amountMinor }
      if (total) total.printed = printed
      else settled.push({ ...price, interval: 'year', amountMinor: twelve, printed })
    } else if (price.interval === 'year' && price.saysYearly && isByMonth(price, month)) {
      const printed = { interval: 'month' as const, amountMinor: price.amountMinor }
      settled.push({ ...price, amountMinor: twelve, printed })
    } else settled.push(price)
  }
  // Beside a price with an interval, a bare amount is something else.
  const hasInterval = settled.some(({ isAssumed, amountMinor }) => !isAssumed && amountMinor > 0)
  const plain = settled.filter(({ isAssumed }) => !hasInterval || !isAssumed)
  return plain.filter(
    (price, index) => plain.findIndex(({ interval }) => interval === price.interval) === index,
  )
}
