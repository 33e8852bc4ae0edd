import {
  type Amount,
  add,
  compare,
  minAmount,
  multiply,
  packagesOf,
  parseAmount,
  shareInMinorUnits,
  subtract,
  ZERO,
} from '../../../src/kernel/amount.ts'
import type { Plan } from '../catalog.ts'

export type Charge = Plan['charges'][number]
type Tiers = Extract<Charge['pricing'], { tiers: unknown }>['tiers']

/** A part of a period, in milliseconds. */
export interface Share {
  readonly part: number
  readonly whole: number
}

export const WHOLE: Share = { part: 1, whole: 1 }

export const inMinorUnits = (amount: Amount, { part, whole }: Share = WHOLE): number =>
  Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))

/** The price of a quantity before rounding. */
export function priceOf({ pricing }: Pick<Charge, 'pricing'>, quantity: Amount): Amount {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  if (compare(quantity, ZERO) <= 0) return ZERO
  switch (pricing.model) {
    case 'per_unit':
      return multiply(quantity, parseAmount(pricing.unitAmount))
    case 'package': {
      const packages = packagesOf(quantity, parseAmount(pricing.packageSize))
      return multiply(packages, parseAmount(pricing.amount))
    }
    case 'graduated':
      return graduated(pricing.tiers, quantity)
    case 'volume':
      return volume(pricing.tiers, quantity)
  }
}

/** Prices each unit by its own tier and adds the flat amount of every tier reached. */
function graduated(tiers: Tiers, quantity: Amount): Amount {
  let total = ZERO
  let from = ZERO
  for (const { upTo, unitAmount, flatAmount } of tiers) {
    if (compare(quantity, from) <= 0) break
    const to = upTo === null ? quantity : minAmount(quantity, parseAmount(upTo))
    const units = multiply(subtract(to, from), parseAmount(unitAmount))
    total = add(total, add(units, parseAmount(flatAmount)))
    from = to
  }
  return total
}

/** Prices all units by the tier of the last unit. */
function volume(tiers: Tiers, quantity: Amount): Amount {
  const tier = tiers.find(({ upTo }) => upTo === null || compare(quantity, parseAmount(upTo)) <= 0)
  if (!tier) return ZERO
  return add(multiply(quantity, parseAmount(tier.unitAmount)), parseAmount(tier.flatAmount))
}
