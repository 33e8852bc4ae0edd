import type { ReactElement } from 'react'
import { useCreditAccounts } from '../../credits/useCreditAccounts.ts'
import { useCreditCurrencies } from '../../credits/useCreditCurrencies.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { WalletCard } from './WalletCard.tsx'

export interface WalletListProps {
  /** Number of days in the charts. */
  readonly days?: number | undefined
  readonly className?: string | undefined
}

/** Shows all wallets of the customer. Before the first one exists, shows the possible ones. */
export function WalletList({ days, className }: WalletListProps): ReactElement {
  const { wallet } = useWords()
  const { accounts, isLoading, error, refetch } = useCreditAccounts({ watch: true })
  const { currencies, ...currencyQuery } = useCreditCurrencies()
  const content = () => {
    if (isLoading || currencyQuery.isLoading) {
      return (
        <Loading>
          <Skeleton height="26rem" />
        </Loading>
      )
    }
    const failure = error ?? currencyQuery.error
    const ids =
      accounts.length > 0
        ? accounts.map((each) => each.creditCurrencyId)
        : currencies.map((each) => each.id)
    if (failure && ids.length === 0) {
      return <ErrorNotice error={failure} onRetry={error ? refetch : currencyQuery.refetch} />
    }
    if (ids.length === 0) {
      return <EmptyState title={wallet.noWallets}>{wallet.noWalletsNext}</EmptyState>
    }
    return ids.map((id) => <WalletCard key={id} creditCurrencyId={id} days={days} />)
  }
  return (
    <section
      className={classNames('purser purser-wallet-list', className)}
      aria-label={wallet.walletsTitle}
    >
      {content()}
    </section>
  )
}
