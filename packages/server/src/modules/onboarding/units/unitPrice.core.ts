import { MAX_DECIMALS, MAX_WHOLE_DIGITS, plainDecimal, positiveQuantity } from '@purser/contract'
import type { ReadUnitPrice } from '@purser/pricing-reader'
import { divideHalfEven } from '../../../kernel/amount.ts'
import type { BodyOfKind } from '../draft/CatalogDraft.core.ts'

export interface MinorUnitPrice {
  /** The price of one unit, in minor units. */
  unitAmount: string
  /** False if the price needs more than nine decimals. */
  isExact: boolean
}

const PLAIN = /^\d{1,15}(?:\.\d{1,18})?$/

/** Parses a positive decimal into an exact fraction. Null for other text. */
function fractionOf(text: string): { digits: bigint; tens: number } | null {
  if (!PLAIN.test(text)) return null
  const [whole = '', fraction = ''] = text.split('.')
  const digits = BigInt(whole + fraction)
  return digits > 0n ? { digits, tens: fraction.length } : null
}

/**
 * The price of one unit in minor units, if `per` units cost `amount` in major units. Null if there
 * is no price.
 */
export function minorUnitPrice(amount: string, per: number, scale: number): MinorUnitPrice | null {
  const price = fractionOf(amount.trim())
  const units = positiveQuantity.safeParse(per).success ? fractionOf(plainDecimal(per)) : null
  if (!price || !units) return null
  const dividend = price.digits * 10n ** BigInt(MAX_DECIMALS + scale + units.tens)
  const divisor = units.digits * 10n ** BigInt(price.tens)
  const billionths = divideHalfEven(dividend, divisor)
  if (billionths === 0n || billionths >= 10n ** BigInt(MAX_WHOLE_DIGITS + MAX_DECIMALS)) return null
  return { unitAmount: plain(billionths), isExact: dividend % divisor === 0n }
}

function plain(billionths: bigint): string {
  const digits = String(billionths).padStart(MAX_DECIMALS + 1, '0')
  const fraction = digits.slice(-MAX_DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -MAX_DECIMALS) + (fraction && `.${fraction}`)
}

type Pricing = BodyOfKind<'plan'>['charges'][number]['pricing']

/**
 * The pricing of usage beyond `free` units. A price per thousand becomes a price per unit if that
 * is exact. Otherwise it becomes a package price. Null if there is no price.
 */
export function usagePricing(
  { amount, per }: Pick<ReadUnitPrice, 'amount' | 'per'>,
  free: number,
  scale: number,
): { pricing: Pricing; isExact: boolean } | null {
  const unit = minorUnitPrice(amount, per, scale)
  if (!unit) return null
  const { unitAmount, isExact } = unit
  if (free > 0) return { pricing: priceBeyond(free, unitAmount), isExact }
  const pack = isExact ? null : minorUnitPrice(amount, 1, scale)
  if (pack?.isExact) {
    return {
      pricing: { model: 'package', packageSize: per, amount: pack.unitAmount },
      isExact: true,
    }
  }
  return { pricing: { model: 'per_unit', unitAmount }, isExact }
}

/** A number of free units, and a price for each additional unit. */
export const priceBeyond = (free: number, unitAmount: string): Pricing => ({
  model: 'graduated',
  tiers: [
    { upTo: free, unitAmount: '0', flatAmount: 0 },
    { upTo: null, unitAmount, flatAmount: 0 },
  ],
})
