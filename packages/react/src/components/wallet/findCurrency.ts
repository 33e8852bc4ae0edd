import type { CreditAccount } from '@purser/contract/client'

/** The credit currency of a wallet. */
export type WalletCurrency = NonNullable<CreditAccount['currency']>

interface Named {
  readonly id: string
  readonly slug: string
}

/** Finds a catalog object by its id or slug. */
export const findCurrency = <Currency extends Named>(
  currencies: readonly Currency[],
  idOrSlug: string | null | undefined,
): Currency | undefined => currencies.find(({ id, slug }) => id === idOrSlug || slug === idOrSlug)
