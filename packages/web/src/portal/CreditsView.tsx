import { useCreditAccounts, useCreditCurrencies } from '@purser/react'
import { LedgerTable, PackageList, TopUpHistory, WalletList } from '@purser/react/components'
import type { ReactElement } from 'react'

/** Wallets, the ways to fill them, and all that went in and out. */
export function CreditsView(): ReactElement {
  const accounts = useCreditAccounts()
  const currencies = useCreditCurrencies()
  const isLoading = accounts.isLoading || currencies.isLoading
  return (
    <>
      <WalletList />
      {/* How many wallets there are is not known before, and nothing should be pushed down. */}
      {!isLoading && (
        <>
          <PackageList />
          <LedgerTable />
          <TopUpHistory />
        </>
      )}
    </>
  )
}
