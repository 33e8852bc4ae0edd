import type { ReactElement } from 'react'
import { useAutoTopUp } from '../../credits/useAutoTopUp.ts'
import { classNames } from '../ui/classNames.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AutoTopUpFields } from './AutoTopUpFields.tsx'
import { AutoTopUpFunding } from './AutoTopUpFunding.tsx'
import { AutoTopUpRuntime } from './AutoTopUpRuntime.tsx'
import { useCreditPackages } from './useCreditPackages.ts'

export interface AutoTopUpFormProps {
  /** Or its slug. */
  readonly creditCurrencyId: string
  readonly className?: string | undefined
}

/** The rule by which a wallet tops itself up: when, with what, and at most how much a month. */
export function AutoTopUpForm({ creditCurrencyId, className }: AutoTopUpFormProps): ReactElement {
  const rule = useAutoTopUp(creditCurrencyId)
  const { packages, isLoading: isLoadingPackages } = useCreditPackages(creditCurrencyId)
  const { currency, runtime, error, refetch } = rule
  const isLoading = rule.isLoading || isLoadingPackages
  const chargeCurrency =
    currency && currency.denomination !== 'unit'
      ? currency.denomination
      : (packages.find(({ id }) => id === rule.rule?.packageId) ?? packages[0])?.currency
  return (
    <div className={classNames('purser purser-auto-top-up', className)}>
      {isLoading && (
        <Loading>
          <Skeleton height="4.25rem" />
          <Skeleton height="4.25rem" />
          <Skeleton height="4.25rem" />
        </Loading>
      )}
      {!isLoading && !currency && error && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && currency && (
        <>
          <AutoTopUpFunding fundingMethod={rule.effectiveFundingMethod} />
          <AutoTopUpFields
            currency={currency}
            rule={rule.rule}
            packages={packages}
            chargeCurrency={chargeCurrency ?? null}
            isPending={rule.isPending}
            set={rule.set}
            disable={rule.disable}
          />
          {runtime && (
            <AutoTopUpRuntime runtime={runtime} chargeCurrency={chargeCurrency ?? null} />
          )}
        </>
      )}
    </div>
  )
}
