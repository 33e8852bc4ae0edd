import { divideHalfEven, parseAmount, shareInMinorUnits } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'

/** What of a customer decides on its tax. */
export interface Place {
  readonly country: string | null
  readonly region: string | null
  readonly taxExempt: boolean
}

export const NOWHERE: Place = { country: null, region: null, taxExempt: false }

export interface Tax {
  readonly percentage: number
  readonly isInclusive: boolean
}

/** The rate of the region, else that of the whole country, else none. */
export function taxOf({ taxRates }: Catalog, { country, region, taxExempt }: Place): Tax | null {
  if (taxExempt || country === null) return null
  const ofCountry = taxRates.filter((rate) => rate.country === country && rate.status === 'active')
  const named = (text: string | null): string | null => text?.trim().toUpperCase() ?? null
  const ofRegion = ofCountry.find((rate) => region !== null && rate.region === named(region))
  return ofRegion ?? ofCountry.find((rate) => rate.region === null) ?? null
}

/** What a price has of tax in it, or has added to it; rounded once. */
export function taxOn(price: number, { percentage, isInclusive }: Tax): number {
  const rate = parseAmount(percentage)
  if (!isInclusive) return Number(shareInMinorUnits(rate, BigInt(price), 100n))
  const whole = parseAmount(100).units + rate.units
  return Number(divideHalfEven(BigInt(price) * rate.units, whole))
}
