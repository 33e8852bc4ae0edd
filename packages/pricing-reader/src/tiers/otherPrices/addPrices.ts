import type { ReadPrice, ReadTier } from '../../offer.ts'
import { type YearlyPrice, yearlyPrice } from '../../price/comparePrices.ts'
import { CONFIDENCE, EVIDENCE, RATIO } from '../../thresholds.ts'

/** A price by the month or by the year that stands elsewhere than in what is shown of the tier. */
export interface OtherPrice {
  period: 'month' | 'year'
  amountMinor: number
  evidence: string
  source?: NonNullable<ReadPrice['source']>
}

const paid = (tier: ReadTier, interval: ReadPrice['interval']): ReadPrice | undefined =>
  tier.prices.find((price) => price.interval === interval && price.amountMinor > 0)

/**
 * Gives a tier the price that its card lacks, where what is found agrees with the price that the
 * card shows; what contradicts it is left out.
 */
export function addPrices(tier: ReadTier, found: readonly OtherPrice[]): void {
  const months = found.filter(({ period }) => period === 'month')
  const month = paid(tier, 'month')
  const year = paid(tier, 'year')
  if (month && year) return
  if (month) {
    // The figures may be in cents; the price that is shown tells.
    const scale = scaleOf(months, month.amountMinor)
    if (scale === null) return
    const years = distinct(found.filter(({ period }) => period === 'year'))
    const told = years.map(({ amountMinor }) => yearlyPrice(month.amountMinor, amountMinor / scale))
    // Several figures are one price when they tell the same year, by the month and in all.
    const yearly = told.find((one) => one && !one.printed) ?? told[0]
    const isOne = told.every((one) => one && yearly && isSameYear(one, yearly))
    const only = isOne && yearly ? years[told.indexOf(yearly)] : undefined
    if (only && yearly && Number.isInteger(yearly.amountMinor)) {
      tier.prices.push({ ...priceOf(only), ...yearly, interval: 'year' })
    }
  } else if (year) {
    const only = distinct(months).length === 1 ? months[0] : undefined
    if (!only) return
    const fits =
      only.amountMinor * RATIO.monthsInYear >= year.amountMinor &&
      only.amountMinor * RATIO.yearMinMonths <= year.amountMinor
    if (fits)
      tier.prices.push({ ...priceOf(only), interval: 'month', amountMinor: only.amountMinor })
  }
}

/** A year that is told by the month is told in round figures. */
const isSameYear = (one: YearlyPrice, year: YearlyPrice): boolean =>
  one.amountMinor === year.amountMinor ||
  (one.printed !== undefined &&
    Math.abs(one.amountMinor - year.amountMinor) <= year.amountMinor * RATIO.rounding)

function scaleOf(months: readonly OtherPrice[], shown: number): number | null {
  if (months.length === 0 || months.some(({ amountMinor }) => amountMinor === shown)) return 1
  return months.some(({ amountMinor }) => amountMinor === shown * RATIO.minorUnits)
    ? RATIO.minorUnits
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
