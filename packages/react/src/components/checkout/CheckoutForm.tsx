import { type CheckoutPage, safeUrl } from '@purser/contract/client'
import { type ReactElement, useEffect, useState } from 'react'
import { useCheckoutPage } from '../../checkout/useCheckoutPage.ts'
import { useCheckoutSession } from '../../checkout/useCheckoutSession.ts'
import { CardForm } from '../payments/form/CardForm.tsx'
import { type ClientEnvelope, FormLoading } from '../payments/form/providerForm.tsx'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { classNames } from '../ui/classNames.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useOnce } from '../ui/useOnce.ts'
import { BalanceAfter, Bill } from './Bill.tsx'

export interface CheckoutFormProps {
  readonly sessionId: string
  /** Called once when the checkout is completed, or if it already was. */
  readonly onCompleted?: ((page: CheckoutPage) => void) | undefined
  readonly className?: string | undefined
}

/** Shows a checkout: the purchase, the payment form, and the result with a link onward. */
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
      return (
        <CheckoutEnd page={page} end={session.status === 'expired' ? 'unconfirmed' : 'awaited'} />
      )
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

/** Shows the purchase and the amount due today. */
function CheckoutSummary({ page }: { readonly page: CheckoutPage }): ReactElement {
  const { checkout, payments } = useWords()
  const format = useFormat()
  const { details, dueToday, currency, creditImpact } = page
  const plan = details.subscription ?? details.addonPurchase
  const title =
    plan?.planName ??
    details.creditPackage?.name ??
    (details.invoicePayment?.number && payments.invoice(details.invoicePayment.number)) ??
    (details.creditTopup && creditImpact?.currencyName) ??
    (details.paymentMethodUpdate ? payments.setupTitle : checkout.what)
  return (
    <>
      <h2 className="purser-card-title">{title}</h2>
      {plan && (
        <p className="purser-soft">
          {format.money(plan.recurringAmount, currency)}{' '}
          {format.interval(plan.interval, plan.intervalCount)}
        </p>
      )}
      <Bill bill={page}>
        <div className="purser-bill-due">
          <dt>{dueToday === 0 ? checkout.nothingDue : checkout.dueToday}</dt>
          <dd>{format.money(dueToday, currency)}</dd>
        </div>
      </Bill>
      {plan?.trialEndsAt && (
        <Notice kind="info">{checkout.trialUntil(format.date(plan.trialEndsAt))}</Notice>
      )}
      {creditImpact && <BalanceAfter impact={creditImpact} />}
    </>
  )
}

interface CheckoutEndProps {
  readonly page: CheckoutPage
  readonly end: 'awaited' | 'completed' | 'expired' | 'unconfirmed'
}

/** Shows the result of a checkout and the next step. */
function CheckoutEnd({ page, end }: CheckoutEndProps): ReactElement {
  const { payments } = useWords()
  if (end === 'awaited') {
    return (
      <p className="purser-payment-waiting">
        <span className="purser-spinner" aria-hidden="true" />
        {page.dueToday === 0 ? payments.waitingForCard : payments.waitingForPayment}
      </p>
    )
  }
  const sentences = {
    completed: ['success', page.dueToday === 0 ? payments.checkoutDone : payments.checkoutPaid],
    expired: ['error', payments.checkoutExpired],
    unconfirmed: ['info', payments.notConfirmedYet],
  } as const
  const [kind, sentence] = sentences[end]
  const onwards = safeUrl(end === 'expired' ? page.cancelUrl : page.successUrl)
  return (
    <div className="purser-checkout-end">
      <Notice kind={kind}>{sentence}</Notice>
      {onwards && (
        <a className="purser-button purser-button-primary" href={onwards} rel="noreferrer">
          {end === 'expired' ? payments.goBack : payments.goOn}
        </a>
      )}
    </div>
  )
}
