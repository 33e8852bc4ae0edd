import { currencyScale } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

/** What is bought and what it costs. */
export interface TopUpTerms {
  readonly creditCurrencyId: string
  readonly credits: Amount
  /** Whole minor units of the currency in which is paid. */
  readonly charge: number
  readonly chargeCurrency: string
  readonly creditPackageId: string | null
  readonly expiresAfterDays: number | null
  /** Null: as grants are by default. */
  readonly priority: number | null
  readonly description: string
}

interface Currency {
  id: string
  name: string
  denomination: string
  minorUnitScale: number
}

/** Money for a wallet that holds money: one for one, in the wallet's own currency. */
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

/** No money amount has more than 15 digits. */
const MAX_CHARGE = 10n ** 15n

/**
 * A wallet may count in other minor units than its money does, for example in thousandths of a
 * cent; null when the amount is not a whole number of what can be charged, or too much of it.
 */
function chargeOf(amount: number, { denomination, minorUnitScale }: Currency): number | null {
  const digits = minorUnitScale - (currencyScale(denomination) ?? minorUnitScale)
  const whole = BigInt(amount)
  const unit = 10n ** BigInt(Math.abs(digits))
  if (digits > 0 && whole % unit !== 0n) return null
  const charge = digits > 0 ? whole / unit : whole * unit
  return charge < MAX_CHARGE ? Number(charge) : null
}

/** What is wrong with an amount that is not chargeable. */
export const explainNotChargeable = ({ denomination }: Currency): string =>
  `is too much, or not a whole number of the smallest units of ${denomination} that can be charged`

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
