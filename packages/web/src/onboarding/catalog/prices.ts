import { currencyScale } from '@purser/contract/client'
import type { ChargeEntry, CurrencyEntry, PlanEntry } from './Catalog.ts'

interface PlanPrice {
  /** The index in the plan's charges. */
  readonly chargeIndex: number
  /** In minor units. The price of a seat is a decimal string. */
  readonly amount: number | string
  readonly isPerSeat: boolean
}

/** Finds the price to show for a plan: its flat recurring charge, otherwise its price per seat. */
export function planPrice({ charges = [] }: PlanEntry): PlanPrice | null {
  const prices = charges.flatMap((charge, chargeIndex): PlanPrice[] => {
    if (charge.type !== 'recurring' && charge.type !== 'one_off') return []
    const amount = amountOf(charge)
    const isPerSeat = charge.featureSlug !== undefined
    return amount === null ? [] : [{ chargeIndex, amount, isPerSeat }]
  })
  const isRecurring = ({ chargeIndex }: PlanPrice) => charges[chargeIndex]?.type === 'recurring'
  return (
    prices.find((price) => isRecurring(price) && !price.isPerSeat) ??
    prices.find(isRecurring) ??
    prices[0] ??
    null
  )
}

const amountOf = ({ pricing }: ChargeEntry): number | string | null =>
  pricing.model === 'flat'
    ? pricing.amount
    : pricing.model === 'per_unit'
      ? pricing.unitAmount
      : null

/** Describes how often a plan is paid: `per month`, `every 3 months`, `once`. */
export function describeInterval(interval: string, count = 1): string {
  if (interval === 'none') return 'once'
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}

/**
 * Parses a number in English notation, such as `1,290.00`, into minor units. Returns null if it is
 * invalid. The page is in English, so it does not follow the locale as the components do.
 */
export function parseEnglishAmount(text: string, scale: number): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > scale) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(scale, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** Prints minor units the way a person types them: 2900 at scale 2 is `29.00`. */
export function printAmount(minorUnits: number | string, scale: number): string {
  const [whole = '0', fraction = ''] = String(minorUnits).split('.')
  const digits = whole.padStart(scale + 1, '0')
  const point = digits.length - scale
  const decimals = digits.slice(point) + fraction
  return decimals === '' ? digits : `${digits.slice(0, point)}.${decimals}`
}

/** Returns the decimal places of a credit currency. A catalog omits them if they are the default. */
export const currencyDecimals = (currency: CurrencyEntry | undefined): number =>
  currency?.minorUnitScale ?? currencyScale(currency?.denomination ?? '') ?? 0
