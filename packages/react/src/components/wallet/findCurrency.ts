import type { CreditAccount } from '@purser/contract/client'

/** What a wallet is held in. */
export type WalletCurrency = NonNullable<CreditAccount['currency']>

interface Named {
  readonly id: string
  readonly slug: string
}

/** The one that is called so: a catalog object answers to its id and to its slug. */
export const findCurrency = <Currency extends Named>(
  currencies: readonly Currency[],
  idOrSlug: string | null | undefined,
): Currency | undefined => currencies.find(({ id, slug }) => id === idOrSlug || slug === idOrSlug)
