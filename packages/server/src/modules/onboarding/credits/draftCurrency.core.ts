import { isCurrency } from '@purser/contract'
import type { Offer } from '@purser/pricing-reader'
import type { Notes } from '../draft/names.core.ts'

/** The currency of the drafted plans, and how reliable it is. */
export interface DraftCurrency {
  code: string
  trust: number
  /** True if the amounts on the page are amounts of this currency. */
  holdsAmounts: boolean
}

/** Stablecoins, with the currency that they are pegged to. */
const STABLECOINS: ReadonlyMap<string, string> = new Map([
  ['usdt', 'usd'],
  ['usdc', 'usd'],
  ['eurc', 'eur'],
])
const FALLBACK = 'usd'
const GUESSED = 0.4

export function draftCurrency({ currency, tiers }: Offer, notes: Notes): DraftCurrency {
  const said = currency?.trim().toLowerCase() ?? ''
  if (isCurrency(said)) return { code: said, trust: 1, holdsAmounts: true }
  const isPaid = tiers.some(({ prices }) => prices.some(({ amountMinor }) => amountMinor > 0))
  const pegged = STABLECOINS.get(said)
  if (pegged !== undefined) {
    notes.miss(
      `Prices are in ${said.toUpperCase()}, which invoices cannot use. They are drafted in ${pegged}.`,
    )
    return { code: pegged, trust: GUESSED, holdsAmounts: true }
  }
  if (said !== '') {
    notes.miss(
      `Prices are in "${said}", which is not an ISO 4217 currency. Only free plans are drafted, in ${FALLBACK}.`,
    )
    return { code: FALLBACK, trust: GUESSED, holdsAmounts: false }
  }
  if (isPaid) notes.miss(`The page does not state its currency. Prices are drafted in ${FALLBACK}.`)
  return { code: FALLBACK, trust: GUESSED, holdsAmounts: true }
}
