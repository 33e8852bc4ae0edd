import type { ReadUnitPrice } from '../offer.ts'
import type { BodyOfKind } from './CatalogDraft.ts'
import { minorUnitPrice } from './minorUnitPrice.ts'

type Pricing = BodyOfKind<'plan'>['charges'][number]['pricing']

/**
 * What usage beyond `free` units costs. What the page prices by the thousand is charged by the unit
 * where that is exact, and by the thousand where it is not. Null when it is no price.
 */
export function usagePricing(
  { amount, per }: Pick<ReadUnitPrice, 'amount' | 'per'>,
  free: number,
  scale: number,
): { pricing: Pricing; isExact: boolean } | null {
  const unit = minorUnitPrice(amount, per, scale)
  if (!unit) return null
  const { unitAmount, isExact } = unit
  if (free > 0) return { pricing: beyond(free, unitAmount), isExact }
  const pack = isExact ? null : minorUnitPrice(amount, 1, scale)
  if (pack?.isExact) {
    return {
      pricing: { model: 'package', packageSize: per, amount: pack.unitAmount },
      isExact: true,
    }
  }
  return { pricing: { model: 'per_unit', unitAmount }, isExact }
}

/** So many free, and each further one at a price. */
export const beyond = (free: number, unitAmount: string): Pricing => ({
  model: 'graduated',
  tiers: [
    { upTo: free, unitAmount: '0', flatAmount: 0 },
    { upTo: null, unitAmount, flatAmount: 0 },
  ],
})
