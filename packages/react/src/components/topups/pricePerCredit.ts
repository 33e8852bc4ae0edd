import { toBillionths } from '../../credits/exactAmounts.ts'

/** Decimals below the minor unit that are still worth reading. */
const DECIMALS = 4

/** What one credit costs, in minor units as a decimal string, rounded; null when it is nothing. */
export function pricePerCredit(price: number, credits: number): string | null {
  const parts = 10n ** BigInt(DECIMALS)
  const billionths = toBillionths(credits)
  if (billionths <= 0n || price <= 0) return null
  const scaled = BigInt(price) * 10n ** 9n * parts
  const rounded = (scaled * 2n + billionths) / (billionths * 2n)
  const digits = rounded.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}
