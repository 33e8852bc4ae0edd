import { toBillionths } from '../../credits/exactAmounts.ts'

/** Decimals below the minor unit that are still useful to read. */
const DECIMALS = 4

/**
 * Returns the price of one credit in minor units as a rounded decimal string; null if it is free.
 */
export function pricePerCredit(price: number, credits: number): string | null {
  const parts = 10n ** BigInt(DECIMALS)
  const billionths = toBillionths(credits)
  if (billionths <= 0n || price <= 0) return null
  const scaled = BigInt(price) * 10n ** 9n * parts
  const rounded = (scaled * 2n + billionths) / (billionths * 2n)
  const digits = rounded.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}
