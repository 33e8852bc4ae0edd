import { divideHalfEven, ONE, parseAmount, percentOf } from '../../../kernel/amount.ts'
import type { LineType } from '../invoice/invoice.core.ts'

/** The tax that a customer pays. An invoice keeps the terms it was finalized with. */
export interface TaxTerms {
  readonly name: string
  readonly percentage: number
  readonly isInclusive: boolean
}

/** Purchases that prepaid money pays for are taxed, so the top-up itself is not. */
export const isTaxed = (type: LineType): boolean => type !== 'topup'

/** The amounts of a taxed line: total = subtotal - discount + tax. */
interface TaxedAmounts {
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

/**
 * Taxes a line after its discount. With tax-inclusive prices, subtotal and discount are shown
 * without tax, and the total equals the discounted price exactly.
 */
export function taxLine(
  { type, amount }: { readonly type: LineType; readonly amount: number },
  discount: number,
  terms: TaxTerms | null,
): TaxedAmounts {
  const price = amount - discount
  const percentage = isTaxed(type) ? (terms?.percentage ?? 0) : 0
  if (!terms?.isInclusive) {
    const added = percentOf(price, percentage)
    return { subtotal: amount, discount, tax: added, total: price + added }
  }
  const includedTax = percentWithin(price, percentage)
  const subtotal = amount - percentWithin(amount, percentage)
  return {
    subtotal,
    discount: subtotal - (price - includedTax),
    tax: includedTax,
    total: price,
  }
}

const HUNDRED = 100n * ONE.units

/** The tax that is included in a price. */
export const percentWithin = (amount: number, percentage: number): number => {
  const { units } = parseAmount(percentage)
  return Number(divideHalfEven(BigInt(amount) * units, HUNDRED + units))
}
