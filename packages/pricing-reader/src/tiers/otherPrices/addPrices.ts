import type { ReadPrice, ReadTier } from '../../offer.ts'
import { type YearlyPrice, yearlyPrice } from '../../price/comparePrices.ts'
import { CONFIDENCE, EVIDENCE, FACTOR, RATIO, YEAR } from '../../thresholds.ts'

/** A monthly or yearly price from outside the visible price of a tier. */
export interface OtherPrice {
  period: 'month' | 'year'
  amountMinor: number
  evidence: string
  source?: NonNullable<ReadPrice['source']>
}

const paid = (tier: ReadTier, interval: ReadPrice['interval']): ReadPrice | undefined =>
  tier.prices.find((price) => price.interval === interval && price.amountMinor > 0)

/** Adds the price that a tier lacks, if it is consistent with the visible price. */
export function addPrices(tier: ReadTier, found: readonly OtherPrice[]): void {
  const months = found.filter(({ period }) => period === 'month')
  const month = paid(tier, 'month')
  const year = paid(tier, 'year')
  if (month && year) return
  if (month) {
    // The numbers may be in minor units. The visible price decides.
    const scale = scaleOf(months, month.amountMinor)
    if (scale === null) return
    const years = distinct(found.filter(({ period }) => period === 'year'))
    const readings = years.map(({ amountMinor }) =>
      yearlyPrice(month.amountMinor, amountMinor / scale),
    )
    // Several numbers are one price if they describe the same year, as a monthly share and in
    // total.
    const yearly = readings.find((one) => one && !one.printed) ?? readings[0]
    const isOne = readings.every((one) => one && yearly && isSameYear(one, yearly))
    const only = isOne && yearly ? years[readings.indexOf(yearly)] : undefined
    if (only && yearly && Number.isInteger(yearly.amountMinor)) {
      tier.prices.push({ ...priceOf(only), ...yearly, interval: 'year' })
    }
  } else if (year) {
    const only = distinct(months).length === 1 ? months[0] : undefined
    if (!only) return
    const fits =
      only.amountMinor * YEAR.months >= year.amountMinor &&
      only.amountMinor * YEAR.minMonths <= year.amountMinor
    if (fits)
      tier.prices.push({ ...priceOf(only), interval: 'month', amountMinor: only.amountMinor })
  }
}

/** Monthly shares of a yearly price are rounded. */
const isSameYear = (one: YearlyPrice, year: YearlyPrice): boolean =>
  one.amountMinor === year.amountMinor ||
  (one.printed !== undefined &&
    Math.abs(one.amountMinor - year.amountMinor) <= year.amountMinor * RATIO.rounding)

function scaleOf(months: readonly OtherPrice[], shown: number): number | null {
  if (months.length === 0 || months.some(({ amountMinor }) => amountMinor === shown)) return 1
  return months.some(({ amountMinor }) => amountMinor === shown * FACTOR.minorUnits)
    ? FACTOR.minorUnits
    : null
}

const distinct = (found: readonly OtherPrice[]): OtherPrice[] =>
  found.filter(
    ({ amountMinor }, index) =>
      found.findIndex((other) => other.amountMinor === amountMinor) === index,
  )

const priceOf = ({
  evidence,
  source,
}: OtherPrice): Pick<ReadPrice, 'evidence' | 'confidence' | 'source'> => ({
  evidence: evidence.slice(0, EVIDENCE.price),
  confidence: source === 'script' || source === 'jsonld' ? CONFIDENCE.loose : CONFIDENCE.stated,
  ...(source ? { source } : {}),
})
