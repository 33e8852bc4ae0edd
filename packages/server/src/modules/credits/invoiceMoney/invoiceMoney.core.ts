import { currencyScale } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

/** A credit currency that is denominated in money. */
export interface MoneyCurrency {
  readonly denomination: string
  readonly minorUnitScale: number
}

const WHOLE = parseAmount(1).units

/**
 * Returns the two factors between billionths of a wallet unit and minor units of money. The unit of
 * a wallet may differ from the minor unit of its money. It may be a thousandth of a cent.
 */
function ratioOf({ denomination, minorUnitScale }: MoneyCurrency): {
  wallet: bigint
  money: bigint
} {
  const digits = minorUnitScale - (currencyScale(denomination) ?? minorUnitScale)
  const unit = 10n ** BigInt(Math.abs(digits))
  return digits > 0 ? { wallet: unit * WHOLE, money: 1n } : { wallet: WHOLE, money: unit }
}

/** Converts an amount of credits to whole minor units of money, rounded down. */
export function moneyOf(currency: MoneyCurrency, credits: Amount): number {
  const { wallet, money } = ratioOf(currency)
  return credits.units <= 0n ? 0 : Number((credits.units * money) / wallet)
}

/** The credits that correspond to an amount of money. */
export function creditsOf(currency: MoneyCurrency, money: number): Amount {
  const ratio = ratioOf(currency)
  return { units: (BigInt(money) * ratio.wallet) / ratio.money }
}
