import { currencyScale } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

/** The credits that a top-up buys, and their price. */
export interface TopUpTerms {
  readonly creditCurrencyId: string
  readonly credits: Amount
  /** In minor units of `chargeCurrency`. */
  readonly charge: number
  readonly chargeCurrency: string
  readonly creditPackageId: string | null
  readonly expiresAfterDays: number | null
  /** Null means the default priority of grants. */
  readonly priority: number | null
  readonly description: string
}

interface Currency {
  id: string
  name: string
  denomination: string
  minorUnitScale: number
}

/**
 * Terms for adding an amount to a money wallet. The customer pays the same amount in the wallet's
 * currency.
 */
export function amountTerms(currency: Currency, amount: number): TopUpTerms | 'not_chargeable' {
  const charge = chargeOf(amount, currency)
  if (charge === null) return 'not_chargeable'
  return {
    creditCurrencyId: currency.id,
    credits: parseAmount(amount),
    charge,
    chargeCurrency: currency.denomination,
    creditPackageId: null,
    expiresAfterDays: null,
    priority: null,
    description: `Top-up of ${currency.name}`,
  }
}

/** Charges have at most 15 digits. */
const MAX_CHARGE = 10n ** 15n

/**
 * Converts a wallet amount to the currency's minor units. The unit of a wallet may differ from the
 * currency's minor unit. It may be a thousandth of a cent. Returns null when the result is not a
 * whole number or is too large.
 */
function chargeOf(amount: number, { denomination, minorUnitScale }: Currency): number | null {
  const digits = minorUnitScale - (currencyScale(denomination) ?? minorUnitScale)
  const whole = BigInt(amount)
  const unit = 10n ** BigInt(Math.abs(digits))
  if (digits > 0 && whole % unit !== 0n) return null
  const charge = digits > 0 ? whole / unit : whole * unit
  return charge < MAX_CHARGE ? Number(charge) : null
}

export const explainNotChargeable = ({ denomination }: Currency): string =>
  `must be a whole number of the smallest chargeable units of ${denomination}, with at most 15 digits`

interface CreditPackage {
  id: string
  name: string
  creditCurrencyId: string
  credits: number
  price: number
  currency: string
  expiresAfterDays: number | null
  priority: number
}

export const packageTerms = (pack: CreditPackage): TopUpTerms => ({
  creditCurrencyId: pack.creditCurrencyId,
  credits: parseAmount(pack.credits),
  charge: pack.price,
  chargeCurrency: pack.currency,
  creditPackageId: pack.id,
  expiresAfterDays: pack.expiresAfterDays,
  priority: pack.priority,
  description: pack.name,
})
