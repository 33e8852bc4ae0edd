import { currencyScale } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

/** A currency of wallets that hold money. */
export interface MoneyCurrency {
  readonly denomination: string
  readonly minorUnitScale: number
}

const WHOLE = parseAmount(1).units

/**
 * A wallet may count in other minor units than its money does, for example in thousandths of a
 * cent: how many billionths of its units are one minor unit of the money, and the other way round.
 */
function ratioOf({ denomination, minorUnitScale }: MoneyCurrency): {
  wallet: bigint
  money: bigint
} {
  const digits = minorUnitScale - (currencyScale(denomination) ?? minorUnitScale)
  const unit = 10n ** BigInt(Math.abs(digits))
  return digits > 0 ? { wallet: unit * WHOLE, money: 1n } : { wallet: WHOLE, money: unit }
}

/** Whole minor units of money that credits pay for. */
export function moneyOf(currency: MoneyCurrency, credits: Amount): number {
  const { wallet, money } = ratioOf(currency)
  return credits.units <= 0n ? 0 : Number((credits.units * money) / wallet)
}

/** The credits that so much money is. */
export function creditsOf(currency: MoneyCurrency, money: number): Amount {
  const ratio = ratioOf(currency)
  return { units: (BigInt(money) * ratio.wallet) / ratio.money }
}
