import type { Pricing } from '@purser/contract'
import {
  type Amount,
  compare,
  formatAmount,
  multiply,
  parseAmount,
  subtract,
} from '../../../kernel/amount.ts'
import { rate } from '../../catalog/index.ts'

/**
 * The price of one unit that a customer can check the line by: null when the price of the units
 * from `from` to `to` is not so many times one price, as where tiers mix or packages are full.
 */
export function unitPriceOf(pricing: Pricing, from: Amount, to: Amount): Amount | null {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  const unit = lastUnitPrice(pricing, to)
  if (unit === null) return null
  const price = subtract(rate(pricing, to), rate(pricing, from))
  return compare(multiply(subtract(to, from), unit), price) === 0 ? unit : null
}

function lastUnitPrice(
  pricing: Exclude<Pricing, { model: 'flat' }>,
  quantity: Amount,
): Amount | null {
  switch (pricing.model) {
    case 'per_unit':
      return parseAmount(pricing.unitAmount)
    case 'package':
      return null
    default: {
      const tier = pricing.tiers.find(
        ({ upTo }) => upTo === null || compare(quantity, parseAmount(upTo)) <= 0,
      )
      return tier ? parseAmount(tier.unitAmount) : null
    }
  }
}

/** A quantity as people read it: `1,234,567.5`. */
export const readable = (quantity: Amount): string =>
  formatAmount(quantity).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
