import { isFiat } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useCreditCurrencies } from '../../credits/useCreditCurrencies.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { findCurrency } from '../wallet/findCurrency.ts'
import { AmountTopUpDialog } from './AmountTopUpDialog.tsx'
import { PackageGrid } from './PackageList.tsx'

export interface TopUpDialogProps {
  /** An id or a slug. */
  readonly creditCurrencyId: string
  readonly open: boolean
  readonly onClose: () => void
}

/** Fills a wallet: a fiat wallet by an amount, a unit wallet by a package. */
export function TopUpDialog({ open, ...rest }: TopUpDialogProps): ReactElement | null {
  return open ? <OpenTopUpDialog {...rest} /> : null
}

function OpenTopUpDialog({
  creditCurrencyId,
  onClose,
}: Omit<TopUpDialogProps, 'open'>): ReactElement {
  const { wallet } = useWords()
  const { currencies, isLoading, error, refetch } = useCreditCurrencies()
  const currency = findCurrency(currencies, creditCurrencyId)
  if (currency && isFiat(currency.denomination)) {
    return <AmountTopUpDialog currency={currency} onClose={onClose} />
  }
  return (
    <Dialog title={currency ? wallet.topUpOf(currency.name) : wallet.topUp} onClose={onClose}>
      {isLoading && (
        <Loading>
          <Skeleton height="6rem" />
        </Loading>
      )}
      {error && !currency && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && (!error || currency) && <PackageGrid creditCurrencyId={creditCurrencyId} />}
    </Dialog>
  )
}
