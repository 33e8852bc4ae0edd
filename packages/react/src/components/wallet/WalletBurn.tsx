import type { ReactElement } from 'react'
import { useCreditBurn } from '../../credits/useCreditBurn.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { BarChart } from '../ui/BarChart.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import type { WalletCurrency } from './findCurrency.ts'
import { type Runway, runway } from './runway.ts'

interface WalletBurnProps {
  readonly currency: WalletCurrency
  readonly balance: number
  readonly days: number
}

/** Shows the burn rate of a wallet and how long it lasts. Its height never changes. */
export const WalletBurn = (props: WalletBurnProps): ReactElement => (
  <div className="purser-wallet-burn">
    <Burn {...props} />
  </div>
)

function Burn({ currency, balance, days }: WalletBurnProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { series, avgPerDay, hasBurn, isLoading, error, refetch } = useCreditBurn(currency.id, days)
  if (isLoading) {
    return (
      <Loading>
        <Skeleton width="60%" height="1.375rem" />
        <Skeleton height="165px" />
      </Loading>
    )
  }
  if (error && series.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (!hasBurn) {
    return <p className="purser-wallet-no-burn">{wallet.noBurn(format.count(days))}</p>
  }
  const say = (left: Runway): string | null => {
    switch (left.kind) {
      case 'days':
        return wallet.runwayDays(left.days, format.count(left.days))
      case 'hours':
        return wallet.runwayHours
      case 'long':
        return wallet.runwayLong
      case 'empty':
        return wallet.runwayEmpty
      case 'none':
        return null
    }
  }
  return (
    <>
      <p className="purser-wallet-runway">{say(runway(balance, avgPerDay))}</p>
      <BarChart
        caption={wallet.burnCaption(currency.name, format.count(days))}
        valueLabel={wallet.burnLabel}
        days={series.map(({ date, consumed }) => ({ date, value: consumed }))}
        formatValue={(value) => format.amount(value, currency)}
      />
    </>
  )
}
