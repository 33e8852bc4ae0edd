import type { Pricing } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  minAmount,
  multiply,
  packagesOf,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'

type Tier = Extract<Pricing, { model: 'graduated' | 'volume' }>['tiers'][number]

/**
 * Returns the price of a quantity in minor units, before the invoice line is rounded. A flat amount
 * does not depend on the quantity. All other models cost nothing if the quantity is zero.
 */
export function priceQuantity(pricing: Pricing, quantity: Amount): Amount {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  // Corrections can make usage negative. Negative usage earns no refund.
  if (compare(quantity, ZERO) <= 0) return ZERO
  switch (pricing.model) {
    case 'per_unit':
      return multiply(quantity, parseAmount(pricing.unitAmount))
    case 'graduated':
      return rateGraduated(pricing.tiers, quantity)
    case 'volume':
      return rateVolume(pricing.tiers, quantity)
    case 'package':
      return multiply(
        packagesOf(quantity, parseAmount(pricing.packageSize)),
        parseAmount(pricing.amount),
      )
  }
}

/**
 * Each tier prices the part of the quantity inside it. A tier that is not reached costs nothing.
 */
function rateGraduated(tiers: readonly Tier[], quantity: Amount): Amount {
  const parts: Amount[] = []
  let floor = ZERO
  for (const tier of tiers) {
    if (compare(quantity, floor) <= 0) break
    const ceiling = tier.upTo === null ? quantity : minAmount(quantity, parseAmount(tier.upTo))
    parts.push(rateTier(tier, subtract(ceiling, floor)))
    floor = ceiling
  }
  return sum(parts)
}

/** The tier that contains the quantity prices all of it. A tier includes its `upTo`. */
function rateVolume(tiers: readonly Tier[], quantity: Amount): Amount {
  const tier = tiers.find(({ upTo }) => upTo === null || compare(quantity, parseAmount(upTo)) <= 0)
  return tier ? rateTier(tier, quantity) : ZERO
}

const rateTier = ({ unitAmount, flatAmount }: Tier, quantity: Amount): Amount =>
  add(parseAmount(flatAmount), multiply(quantity, parseAmount(unitAmount)))
