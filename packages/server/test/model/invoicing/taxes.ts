import { divideHalfEven, parseAmount, shareInMinorUnits } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'

/** The facts about a customer that decide its tax. */
export interface TaxPlace {
  readonly country: string | null
  readonly region: string | null
  readonly taxExempt: boolean
}

export const NOWHERE: TaxPlace = { country: null, region: null, taxExempt: false }

export interface Tax {
  readonly percentage: number
  readonly isInclusive: boolean
}

/** The rate of the region, or else of the country, or else none. */
export function taxOf({ taxRates }: Catalog, { country, region, taxExempt }: TaxPlace): Tax | null {
  if (taxExempt || country === null) return null
  const ofCountry = taxRates.filter((rate) => rate.country === country && rate.status === 'active')
  const normalize = (text: string | null): string | null => text?.trim().toUpperCase() ?? null
  const ofRegion = ofCountry.find((rate) => region !== null && rate.region === normalize(region))
  return ofRegion ?? ofCountry.find((rate) => rate.region === null) ?? null
}

/** The tax included in a price or added to it, rounded once. */
export function taxOn(price: number, { percentage, isInclusive }: Tax): number {
  const rate = parseAmount(percentage)
  if (!isInclusive) return Number(shareInMinorUnits(rate, BigInt(price), 100n))
  const whole = parseAmount(100).units + rate.units
  return Number(divideHalfEven(BigInt(price) * rate.units, whole))
}
