import type { CreditAccount } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { PerCustomer } from '../../client/PerCustomer.tsx'
import { useAutoTopUp } from '../../credits/useAutoTopUp.ts'
import { useCustomer } from '../../customers/useCustomer.ts'
import { usePaymentMethods } from '../../payments/usePaymentMethods.ts'
import { AddCardButton, useAddCard } from '../payments/methods/AddCardButton.tsx'
import { nameMethod } from '../payments/methods/describeMethod.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { classNames } from '../ui/classNames.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { AutoTopUpFields } from './AutoTopUpFields.tsx'
import { useCreditPackages } from './useCreditPackages.ts'

export interface AutoTopUpFormProps {
  /** An id or a slug. */
  readonly creditCurrencyId: string
  readonly className?: string | undefined
}

/**
 * Edits a wallet's auto-top-up rule: the threshold, the package or amount, and the monthly limit.
 */
export function AutoTopUpForm(props: AutoTopUpFormProps): ReactElement {
  return (
    <PerCustomer>
      <AutoTopUpRule {...props} />
    </PerCustomer>
  )
}

function AutoTopUpRule({ creditCurrencyId, className }: AutoTopUpFormProps): ReactElement {
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

interface AutoTopUpFundingProps {
  /** null while there is no wallet. Then the customer's collection method decides. */
  readonly fundingMethod: CreditAccount['effectiveFundingMethod']
}

/** Shows how the next automatic top-up is paid. Without a card, offers to add one. */
function AutoTopUpFunding({ fundingMethod }: AutoTopUpFundingProps): ReactElement | null {
  const { wallet, payments } = useWords()
  const { customer } = useCustomer()
  const { paymentMethods, isLoading } = usePaymentMethods()
  const addition = useAddCard()
  const method = fundingMethod ?? customer?.collectionMethod ?? null
  if (method === 'send_invoice') return <p className="purser-soft">{wallet.fundedByInvoice}</p>
  if (method === null || isLoading) return null
  const charged = paymentMethods.find(({ isDefault }) => isDefault)
  return (
    <>
      {charged ? (
        <p className="purser-soft">{wallet.fundedByCard(nameMethod(charged, payments))}</p>
      ) : (
        <Notice
          kind="info"
          action={<AddCardButton addition={addition}>{payments.addCard}</AddCardButton>}
        >
          {wallet.needsCard}
        </Notice>
      )}
      {addition.dialog}
    </>
  )
}

interface AutoTopUpRuntimeProps {
  readonly runtime: CreditAccount['autoTopupRuntime']
  /** The currency of the charges; null while unknown. */
  readonly chargeCurrency: string | null
}

/** Shows the recent activity of a rule. */
function AutoTopUpRuntime({ runtime, chargeCurrency }: AutoTopUpRuntimeProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { lastFiredAt, lastFailedAt, consecutiveFailures, monthToDateCharge } = runtime
  return (
    <dl className="purser-facts">
      <div>
        <dt>{wallet.lastFired}</dt>
        <dd>{lastFiredAt === null ? wallet.never : format.date(lastFiredAt)}</dd>
      </div>
      {chargeCurrency && (
        <div>
          <dt>{wallet.monthToDate}</dt>
          <dd>{format.money(monthToDateCharge, chargeCurrency)}</dd>
        </div>
      )}
      {lastFailedAt !== null && consecutiveFailures > 0 && (
        <>
          <div>
            <dt>{wallet.lastFailed}</dt>
            <dd>{format.date(lastFailedAt)}</dd>
          </div>
          <div>
            <dt>{wallet.failures}</dt>
            <dd>{format.count(consecutiveFailures)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}
