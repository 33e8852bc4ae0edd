import { currencyScale } from '@purser/contract/client'
import type { PriceInterval } from '../offer.ts'
import { RATIO, YEAR } from '../thresholds.ts'

/** The price of one unit as an exact fraction. */
export interface PerUnit {
  readonly top: bigint
  readonly bottom: bigint
}

/** Divides a decimal amount by a number of units. Returns null if either is not a valid number. */
export function perUnit(amount: string, per: number): PerUnit | null {
  if (!/^\d+(\.\d+)?$/.test(amount) || !Number.isSafeInteger(per) || per <= 0) return null
  const [whole = '', fraction = ''] = amount.split('.')
  return { top: BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) * BigInt(per) }
}

/** Divides an amount in minor units by a number of units. */
export const minorPerUnit = (minor: number, currency: string, per: number): PerUnit | null => {
  const one = perUnit(String(minor), per)
  return one && { ...one, bottom: one.bottom * 10n ** BigInt(currencyScale(currency) ?? 2) }
}

export const isSamePerUnit = (a: PerUnit | null, b: PerUnit | null): boolean =>
  a !== null && b !== null && a.top * b.bottom === b.top * a.bottom

/** Returns true if a printed price equals an exact one after rounding to the printed digits. */
export const isRounded = (printed: PerUnit | null, exact: PerUnit | null): boolean => {
  if (printed === null || exact === null) return false
  const gap = printed.top * exact.bottom - exact.top * printed.bottom
  // A printed price differs by at most half a unit of its last digit.
  return 2n * (gap < 0n ? -gap : gap) <= exact.bottom
}

/** The yearly payment, and the price that the page shows for it. */
export interface YearlyPrice {
  amountMinor: number
  printed?: { interval: PriceInterval; amountMinor: number }
}

/**
 * Interprets an amount that the page calls yearly, beside a monthly price. An amount that pays for
 * several months is the price of the whole year. An amount up to the monthly price is the price of
 * one month in a year. Returns null for other amounts.
 */
export function yearlyPrice(monthMinor: number, shown: number): YearlyPrice | null {
  if (monthMinor <= 0 || shown <= 0) return null
  if (shown >= monthMinor * YEAR.minMonths && shown <= monthMinor * YEAR.maxMonths)
    return { amountMinor: shown }
  if (shown <= monthMinor && shown >= monthMinor * RATIO.monthDiscount) {
    return {
      amountMinor: shown * YEAR.months,
      printed: { interval: 'month', amountMinor: shown },
    }
  }
  return null
}
