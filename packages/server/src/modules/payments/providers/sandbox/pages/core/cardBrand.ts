export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown'

interface BrandRules {
  readonly name: string
  /** How its digits stand together on the card. */
  readonly groups: readonly number[]
  readonly lengths: readonly number[]
  readonly cvcLengths: readonly number[]
}

const SIXTEEN = { groups: [4, 4, 4, 4], lengths: [16], cvcLengths: [3] }

export const brandRules: Readonly<Record<CardBrand, BrandRules>> = {
  visa: { name: 'Visa', ...SIXTEEN },
  mastercard: { name: 'Mastercard', ...SIXTEEN },
  amex: { name: 'American Express', groups: [4, 6, 5], lengths: [15], cvcLengths: [4] },
  discover: { name: 'Discover', ...SIXTEEN },
  unknown: {
    name: 'Card',
    groups: [4, 4, 4, 4, 3],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvcLengths: [3, 4],
  },
}

/** First digits by brand, as ranges whose ends are equally long. */
const PREFIXES: readonly (readonly [CardBrand, number, number])[] = [
  ['visa', 4, 4],
  ['amex', 34, 34],
  ['amex', 37, 37],
  ['mastercard', 51, 55],
  ['mastercard', 2221, 2720],
  ['discover', 6011, 6011],
  ['discover', 644, 649],
  ['discover', 65, 65],
]

/** The brand as soon as the first digits leave no doubt. */
export function detectBrand(digits: string): CardBrand {
  const found = PREFIXES.find(([, first, last]) => {
    const { length } = String(first)
    const prefix = Number(digits.slice(0, length))
    return digits.length >= length && prefix >= first && prefix <= last
  })
  return found?.[0] ?? 'unknown'
}
