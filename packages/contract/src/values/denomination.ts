import { currencyScale } from './currencies.ts'
import { plainDecimal } from './plainDecimal.ts'

/** Denomination of credit currencies that count things instead of money. */
export const UNIT = 'unit'

/** The scale for accounts without a currency record, and for currencies without a known scale. */
const FALLBACK_SCALE = 2

export interface Denominated {
  denomination: string
  minorUnitScale: number
}

export const isFiat = (denomination: string): boolean => denomination !== UNIT

/** Auto-top-up buys a package for unit wallets and an amount for fiat wallets. */
export const autoTopUpMode = (denomination: string): 'package' | 'amount' =>
  isFiat(denomination) ? 'amount' : 'package'

/**
 * Renders an amount in minor units. A unit wallet is a count (`1,250`), a fiat wallet is money
 * (`$12.50`). Without a currency record the amount is a count at scale 2, as the interface
 * specifies.
 */
export function renderAmount(
  minorUnits: number | string,
  currency: Denominated | null | undefined,
  locale = 'en-US',
): string {
  const denomination = currency?.denomination ?? UNIT
  const scale = currency?.minorUnitScale ?? FALLBACK_SCALE
  const plain = typeof minorUnits === 'number' ? plainDecimal(minorUnits) : minorUnits
  const decimal = shiftDecimal(plain, -scale)
  // Intl formats a decimal string exactly. A number would round large or very precise amounts.
  const value = decimal as unknown as number
  return isFiat(denomination)
    ? new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: denomination.toUpperCase(),
        minimumFractionDigits: scale,
        maximumFractionDigits: Math.max(scale, fractionDigits(decimal)),
      }).format(value)
    : new Intl.NumberFormat(locale, {
        maximumFractionDigits: fractionDigits(decimal),
      }).format(value)
}

/** Renders an amount of a bill, in minor units of an ISO currency: `$12.50`. */
export const renderMoney = (
  minorUnits: number | string,
  currency: string,
  locale?: string,
): string =>
  renderAmount(
    minorUnits,
    { denomination: currency, minorUnitScale: currencyScale(currency) ?? FALLBACK_SCALE },
    locale,
  )

const fractionDigits = (decimal: string): number => Math.min(decimal.split('.')[1]?.length ?? 0, 20)

/** Moves the decimal point of a plain decimal: `shiftDecimal('1250', -2)` is `12.5`. */
function shiftDecimal(decimal: string, places: number): string {
  const negative = decimal.startsWith('-')
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + places
  const padded = digits.padStart(digits.length - Math.min(point - 1, 0), '0')
  const at = Math.max(point, 1)
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const right = padded.slice(at).replace(/0+$/, '')
  return `${negative ? '-' : ''}${left}${right ? `.${right}` : ''}`
}
