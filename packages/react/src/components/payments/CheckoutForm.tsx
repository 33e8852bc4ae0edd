import type { CheckoutPage } from '@purser/contract/client'
import { type ReactElement, useEffect, useState } from 'react'
import { useCheckoutPage } from '../../checkout/useCheckoutPage.ts'
import { useCheckoutSession } from '../../checkout/useCheckoutSession.ts'
import { useWords } from '../theme/useWords.ts'
import { classNames } from '../ui/classNames.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CardForm } from './CardForm.tsx'
import { CheckoutEnd } from './CheckoutEnd.tsx'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { FormLoading } from './FormLoading.tsx'
import type { ClientEnvelope } from './ProviderFormProps.ts'
import { useOnce } from './useOnce.ts'

export interface CheckoutFormProps {
  readonly sessionId: string
  /** The checkout is completed; called once, also when it was before. */
  readonly onCompleted?: ((page: CheckoutPage) => void) | undefined
  readonly className?: string | undefined
}

/** A checkout: what is bought, the form to pay it, and how it ended with the way on. */
export function CheckoutForm({
  sessionId,
  onCompleted,
  className,
}: CheckoutFormProps): ReactElement {
  const { checkout, payments } = useWords()
  const { page, isLoading, error, refetch, openForm } = useCheckoutPage(sessionId)
  const [client, setClient] = useState<ClientEnvelope | null>(null)
  const [formError, setFormError] = useState<Error | null>(null)
  const [isFilledIn, setIsFilledIn] = useState(false)
  const session = useCheckoutSession(sessionId, { enabled: isFilledIn })
  const status = session.data?.status === 'completed' ? 'completed' : page?.status

  const needsForm = status === 'pending' && client === null && formError === null
  useEffect(() => {
    if (needsForm) openForm().then(setClient, setFormError)
  }, [needsForm, openForm])
  useOnce(status === 'completed', () => page && onCompleted?.(page))

  const body = () => {
    if (!page) return <FormLoading />
    if (status === 'completed' || status === 'expired') {
      return <CheckoutEnd page={page} end={status} />
    }
    if (isFilledIn) {
      return <CheckoutEnd page={page} end={session.status === 'expired' ? 'not_told' : 'awaited'} />
    }
    if (formError) return <ErrorNotice error={formError} onRetry={() => setFormError(null)} />
    if (client === null) return <FormLoading />
    return <CardForm client={client} onDone={() => setIsFilledIn(true)} />
  }

  if (error && !page) {
    return (
      <div className={classNames('purser purser-checkout', className)}>
        <ErrorNotice error={error} onRetry={refetch} />
      </div>
    )
  }
  return (
    <div className={classNames('purser purser-checkout', className)} aria-busy={isLoading}>
      <section className="purser-card" aria-label={checkout.summary}>
        {page ? (
          <CheckoutSummary page={page} />
        ) : (
          <Loading>
            <Skeleton width="60%" height="1.75rem" />
            <Skeleton height="1.5rem" />
            <Skeleton height="1.5rem" />
            <Skeleton height="3rem" />
          </Loading>
        )}
      </section>
      <section aria-label={payments.paymentTitle} aria-live="polite">
        {body()}
      </section>
    </div>
  )
}
