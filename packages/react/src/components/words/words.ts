import { checkoutWords } from './checkoutWords.ts'
import { commonWords } from './commonWords.ts'
import { invoiceWords } from './invoiceWords.ts'
import { paymentWords } from './paymentWords.ts'
import { pricingWords } from './pricingWords.ts'
import { subscriptionWords } from './subscriptionWords.ts'
import { usageWords } from './usageWords.ts'
import {
  ledgerReasons,
  ledgerTypes,
  ledgerWords,
  skipReasons,
  topUpWords,
  walletWords,
} from './walletWords.ts'

/** All texts of the components, in English. A theme can replace some or all of them. */
export const words = {
  common: commonWords,
  pricing: pricingWords,
  checkout: checkoutWords,
  subscriptions: subscriptionWords,
  usage: usageWords,
  invoices: invoiceWords,
  payments: paymentWords,
  wallet: walletWords,
  ledger: ledgerWords,
  ledgerTypes,
  ledgerReasons,
  topUps: topUpWords,
  skipReasons,
}
export type Words = typeof words
export type PartialWords = { readonly [Section in keyof Words]?: Partial<Words[Section]> }

/** Returns the texts with some of them replaced. */
export function joinWords(all: Words, some: PartialWords = {}): Words {
  return Object.fromEntries(
    Object.entries(all).map(([section, texts]) => [
      section,
      { ...texts, ...some[section as keyof Words] },
    ]),
  ) as Words
}
