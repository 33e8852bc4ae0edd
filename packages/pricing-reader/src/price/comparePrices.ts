import { currencyScale } from '@purser/contract/client'
import type { PriceInterval } from '../offer.ts'
import { RATIO } from '../thresholds.ts'

/** A sum for so many of something, as a fraction that nothing is lost of. */
export interface PerUnit {
  readonly top: bigint
  readonly bottom: bigint
}

/** What one costs, from a plain decimal for a number of them; null when that is no whole number. */
export function perUnit(amount: string, per: number): PerUnit | null {
  if (!/^\d+(\.\d+)?$/.test(amount) || !Number.isSafeInteger(per) || per <= 0) return null
  const [whole = '', fraction = ''] = amount.split('.')
  return { top: BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) * BigInt(per) }
}

/** The same of a sum in minor units. */
export const minorPerUnit = (minor: number, currency: string, per: number): PerUnit | null => {
  const one = perUnit(String(minor), per)
  return one && { ...one, bottom: one.bottom * 10n ** BigInt(currencyScale(currency) ?? 2) }
}

export const isSamePerUnit = (a: PerUnit | null, b: PerUnit | null): boolean =>
  a !== null && b !== null && a.top * b.bottom === b.top * a.bottom

/** Whether a printed price is another one, rounded to the digits that it is printed with. */
export const isRounded = (printed: PerUnit | null, exact: PerUnit | null): boolean => {
  if (printed === null || exact === null) return false
  const gap = printed.top * exact.bottom - exact.top * printed.bottom
  // Half of the last digit printed is half of one of its units.
  return 2n * (gap < 0n ? -gap : gap) <= exact.bottom
}

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
  if (shown >= monthMinor * RATIO.yearMinMonths && shown <= monthMinor * RATIO.yearMaxMonths)
    return { amountMinor: shown }
  if (shown <= monthMinor && shown * RATIO.monthDiscount >= monthMinor) {
    return {
      amountMinor: shown * RATIO.monthsInYear,
      printed: { interval: 'month', amountMinor: shown },
    }
  }
  return null
}
