import type { Words } from '../words/words.ts'
import type { PricingPlan } from './PricingTier.ts'

type Charge = PricingPlan['charges'][number]

interface Writing {
  readonly words: Words['pricing']
  readonly money: (minorUnits: number | string) => string
  readonly count: (value: number) => string
}

/**
 * Describes a charge besides the price: seats, usage and one-time fees; null for the price itself.
 */
export function describeCharge(
  { type, name, pricing, featureSlug }: Charge,
  { words, money, count }: Writing,
): string | null {
  if (type === 'recurring' && featureSlug === null) return null
  switch (pricing.model) {
    case 'flat':
      return type === 'one_off' ? words.oneOff(name, money(pricing.amount)) : null
    case 'per_unit':
      return words.perUnit(name, money(pricing.unitAmount))
    case 'package':
      return words.perPackage(name, money(pricing.amount), count(pricing.packageSize))
    default: {
      const [first] = pricing.tiers
      return first
        ? words.fromPerUnit(name, money(cheapest(pricing.tiers, first.unitAmount)))
        : null
    }
  }
}

const cheapest = (tiers: readonly { readonly unitAmount: string }[], first: string): string =>
  tiers.reduce(
    (least, { unitAmount }) => (Number(unitAmount) < Number(least) ? unitAmount : least),
    first,
  )
