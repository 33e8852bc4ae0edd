import type { CreditAccount } from '@purser/contract/client'

/** What a wallet is held in. */
export type WalletCurrency = NonNullable<CreditAccount['currency']>
