import type { Pricing } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  least,
  multiply,
  packagesOf,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'

type Tier = Extract<Pricing, { model: 'graduated' | 'volume' }>['tiers'][number]

/**
 * What a quantity costs, in minor units, before it is rounded on the invoice line. A flat amount is
 * due whatever the quantity; every other model costs nothing for nothing used.
 */
export function rate(pricing: Pricing, quantity: Amount): Amount {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  // Corrections may bring usage below nothing, which earns no money back.
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

/** Each tier prices the part of the quantity that lies in it; a tier that is not reached is free. */
function rateGraduated(tiers: readonly Tier[], quantity: Amount): Amount {
  const parts: Amount[] = []
  let floor = ZERO
  for (const tier of tiers) {
    if (compare(quantity, floor) <= 0) break
    const ceiling = tier.upTo === null ? quantity : least(quantity, parseAmount(tier.upTo))
    parts.push(rateTier(tier, subtract(ceiling, floor)))
    floor = ceiling
  }
  return sum(parts)
}

/** The tier that contains the quantity prices all of it; a tier reaches up to and with `upTo`. */
function rateVolume(tiers: readonly Tier[], quantity: Amount): Amount {
  const tier = tiers.find(({ upTo }) => upTo === null || compare(quantity, parseAmount(upTo)) <= 0)
  return tier ? rateTier(tier, quantity) : ZERO
}

const rateTier = ({ unitAmount, flatAmount }: Tier, quantity: Amount): Amount =>
  add(parseAmount(flatAmount), multiply(quantity, parseAmount(unitAmount)))
