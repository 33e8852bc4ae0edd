import type { PriceInterval } from '../offer.ts'

/** What is paid by the year, and how the page shows it. */
export interface YearlyPrice {
  amountMinor: number
  printed?: { interval: PriceInterval; amountMinor: number }
}

/**
 * The price for a year when the page names `shown` as such beside a monthly price: the whole of it
 * when it is several months' worth, twelve of it when it is no more than a month. Null between.
 */
export function yearlyPrice(monthMinor: number, shown: number): YearlyPrice | null {
  if (monthMinor <= 0 || shown <= 0) return null
  if (shown >= monthMinor * 4 && shown <= monthMinor * 12.5) return { amountMinor: shown }
  if (shown <= monthMinor && shown * 3 >= monthMinor) {
    return { amountMinor: shown * 12, printed: { interval: 'month', amountMinor: shown } }
  }
  return null
}
