import type { ReactElement } from 'react'
import { useCreditAccounts } from '../../credits/useCreditAccounts.ts'
import { usePaymentMethodDependencies } from '../../payments/usePaymentMethodDependencies.ts'
import { useSubscriptions } from '../../subscriptions/useSubscriptions.ts'
import { useWords } from '../theme/useWords.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** What a payment method pays for, by the names that the customer knows. */
export function MethodDependencies({
  paymentMethodId,
}: {
  readonly paymentMethodId: string
}): ReactElement {
  const { payments } = useWords()
  const { dependencies, error, refetch } = usePaymentMethodDependencies(paymentMethodId)
  const { subscriptions, isLoading: isLoadingPlans } = useSubscriptions()
  const { accounts, isLoading: isLoadingWallets } = useCreditAccounts()
  if (error && !dependencies) return <ErrorNotice error={error} onRetry={refetch} />
  if (!dependencies || isLoadingPlans || isLoadingWallets) {
    return (
      <Loading>
        <Skeleton width="70%" />
      </Loading>
    )
  }
  const planName = (id: string) => subscriptions.find((each) => each.id === id)?.planName ?? id
  const walletName = (id: string) => accounts.find((each) => each.id === id)?.currency?.name ?? id
  return (
    <ul className="purser-list" aria-label={payments.replaceInUse}>
      {dependencies.activeSubscriptions.map(({ id }) => (
        <li key={id}>{payments.subscriptionTo(planName(id))}</li>
      ))}
      {dependencies.autoTopupAccounts.map(({ id }) => (
        <li key={id}>{payments.autoTopUpOf(walletName(id))}</li>
      ))}
    </ul>
  )
}
