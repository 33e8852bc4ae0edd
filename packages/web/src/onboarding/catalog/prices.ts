import { currencyScale, renderAmount } from '@purser/contract/client'
import type { ChargeEntry, CurrencyEntry, PlanEntry } from './Catalog.ts'

interface PlanPrice {
  /** Which of the plan's charges it is. */
  readonly at: number
  /** In minor units; a decimal for seats. */
  readonly amount: number | string
  readonly isPerSeat: boolean
}

/** The price that stands on a price list: the plan's flat charge, else what a seat costs. */
export function planPrice({ charges = [] }: PlanEntry): PlanPrice | null {
  const prices = charges.flatMap((charge, at): PlanPrice[] => {
    if (charge.type !== 'recurring' && charge.type !== 'one_off') return []
    const amount = amountOf(charge)
    const isPerSeat = charge.featureSlug !== undefined
    return amount === null ? [] : [{ at, amount, isPerSeat }]
  })
  const isRecurring = ({ at }: PlanPrice) => charges[at]?.type === 'recurring'
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

/** An amount of money in minor units of its currency. */
export const formatMoney = (minorUnits: number | string, currency: string): string =>
  renderAmount(minorUnits, {
    denomination: currency,
    minorUnitScale: currencyScale(currency) ?? 2,
  })

/** How often a plan is paid: `per month`, `every 3 months`, `once`. */
export function describeInterval(interval: string, count = 1): string {
  if (interval === 'none') return 'once'
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}

/** A number as people type it, with so many decimals, in minor units; null when it is none. */
export function parseAmount(typed: string, scale: number): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(typed.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > scale) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(scale, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** Minor units as a person would type them: 2900 at scale 2 is `29.00`. */
export function printAmount(minorUnits: number | string, scale: number): string {
  const [whole = '0', fraction = ''] = String(minorUnits).split('.')
  const digits = whole.padStart(scale + 1, '0')
  const point = digits.length - scale
  const decimals = digits.slice(point) + fraction
  return decimals === '' ? digits : `${digits.slice(0, point)}.${decimals}`
}

/** Decimal places of a credit currency; an entry leaves them out where they are the usual ones. */
export const currencyDecimals = (currency: CurrencyEntry | undefined): number =>
  currency?.minorUnitScale ?? currencyScale(currency?.denomination ?? '') ?? 0
