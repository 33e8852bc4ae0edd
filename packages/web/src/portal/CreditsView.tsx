import { LedgerTable, PackageList, TopUpHistory, WalletList } from '@purser/react/components'
import type { ReactElement } from 'react'

/** Wallets, the ways to fill them, and all that went in and out. */
export const CreditsView = (): ReactElement => (
  <>
    <WalletList />
    <PackageList />
    <LedgerTable />
    <TopUpHistory />
  </>
)
