import { useCreditAccounts } from '@purser/react'
import {
  AutoTopUpForm,
  LedgerTable,
  PackageList,
  TopUpHistory,
  WalletList,
} from '@purser/react/components'
import type { ReactElement } from 'react'

/** Wallets, the ways to fill them, and all that went in and out. */
export function CreditsView(): ReactElement {
  const { accounts } = useCreditAccounts()
  return (
    <>
      <WalletList />
      <PackageList />
      {accounts.map(({ creditCurrencyId }) => (
        <AutoTopUpForm key={creditCurrencyId} creditCurrencyId={creditCurrencyId} />
      ))}
      <LedgerTable />
      <TopUpHistory />
    </>
  )
}
