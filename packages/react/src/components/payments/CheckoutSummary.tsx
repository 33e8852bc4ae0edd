import type { CheckoutPage } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { BalanceAfter } from '../pricing/BalanceAfter.tsx'
import { Bill } from '../pricing/Bill.tsx'
import { useWords } from '../theme/useWords.ts'
import { Notice } from '../ui/Notice.tsx'

/** What a checkout is for, and what of it is paid today. */
export function CheckoutSummary({ page }: { readonly page: CheckoutPage }): ReactElement {
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
