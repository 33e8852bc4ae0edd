import type { CreditAccount } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCreditAccounts } from '../../credits/useCreditAccounts.ts'
import { useCreditCurrencies } from '../../credits/useCreditCurrencies.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { AutoTopUpForm } from '../topups/AutoTopUpForm.tsx'
import { TopUpDialog } from '../topups/TopUpDialog.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { findCurrency } from './findCurrency.ts'
import { WalletBalance } from './WalletBalance.tsx'
import { WalletBurn } from './WalletBurn.tsx'

interface WalletCardOptions {
  /** Number of days in the chart. */
  readonly days?: number | undefined
  /** Called instead of opening the top-up dialog. */
  readonly onTopUp?: (() => void) | undefined
  readonly className?: string | undefined
}

/** A wallet by its record, or by the id or slug of its credit currency. */
export type WalletCardProps = WalletCardOptions &
  (
    | { readonly account: CreditAccount; readonly creditCurrencyId?: undefined }
    | { readonly creditCurrencyId: string; readonly account?: undefined }
  )

/** Shows a wallet's balance, burn rate and top-up buttons. Updates automatically while visible. */
export function WalletCard(props: WalletCardProps): ReactElement {
  const { days = 30, onTopUp, className } = props
  const { wallet: words } = useWords()
  const { accounts, isLoading, error, refetch } = useCreditAccounts({ watch: true })
  const { currencies, ...currencyQuery } = useCreditCurrencies()
  const [open, setOpen] = useState<'top-up' | 'auto-top-up' | null>(null)

  const currencyIdOrSlug = props.account?.creditCurrencyId ?? props.creditCurrencyId
  const account =
    accounts.find(
      ({ creditCurrencyId: id, currency }) =>
        id === currencyIdOrSlug || currency?.slug === currencyIdOrSlug,
    ) ??
    props.account ??
    null
  const currency = account?.currency ?? findCurrency(currencies, currencyIdOrSlug)
  const classes = classNames('purser-wallet-card', className)

  if (!currency) {
    const failure = error ?? currencyQuery.error
    return (
      <Card title={words.wallet} className={classes}>
        {failure && !isLoading && !currencyQuery.isLoading ? (
          <ErrorNotice error={failure} onRetry={error ? refetch : currencyQuery.refetch} />
        ) : (
          <WalletSkeleton />
        )}
      </Card>
    )
  }
  const isOpenToMoney = account === null || account.status === 'active'
  return (
    <Card
      title={currency.name}
      className={classes}
      actions={
        account &&
        account.status !== 'active' && <Badge tone="warning">{words[account.status]}</Badge>
      }
    >
      {isLoading && !account ? (
        <WalletSkeleton />
      ) : (
        <>
          <WalletBalance account={account} currency={currency} />
          <WalletBurn currency={currency} balance={account?.balance ?? 0} days={days} />
          {account && isOpenToMoney && <AutoTopUpState account={account} />}
        </>
      )}
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {isOpenToMoney && (
        <div className="purser-wallet-actions">
          <Button
            variant="primary"
            aria-label={words.topUpOf(currency.name)}
            onClick={onTopUp ?? (() => setOpen('top-up'))}
          >
            {words.topUp}
          </Button>
          <Button
            aria-label={words.autoTopUpOf(currency.name)}
            onClick={() => setOpen('auto-top-up')}
          >
            {words.autoTopUp}
          </Button>
        </div>
      )}
      <TopUpDialog
        creditCurrencyId={currency.id}
        open={open === 'top-up'}
        onClose={() => setOpen(null)}
      />
      {open === 'auto-top-up' && (
        <Dialog title={words.autoTopUpOf(currency.name)} onClose={() => setOpen(null)}>
          <AutoTopUpForm creditCurrencyId={currency.id} />
        </Dialog>
      )}
    </Card>
  )
}

/** Describes a wallet's auto-top-up rule in one sentence. */
function AutoTopUpState({ account }: { readonly account: CreditAccount }): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { autoTopup: rule, autoTopupRuntime: runtime, currency } = account
  const say = () => {
    if (runtime.isPending) return wallet.autoPending
    if (!rule.enabled) return wallet.autoOff
    if (runtime.consecutiveFailures > 0) return wallet.autoResting
    return wallet.autoOn(format.amount(rule.threshold, currency))
  }
  const isTroubled = rule.enabled && runtime.consecutiveFailures > 0 && !runtime.isPending
  return <p className={isTroubled ? 'purser-wallet-trouble' : 'purser-soft'}>{say()}</p>
}

/** A placeholder for a balance and its chart. */
const WalletSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton width="45%" height="2.75rem" />
    <Skeleton width="60%" height="1.375rem" />
    <Skeleton height="165px" />
  </Loading>
)
