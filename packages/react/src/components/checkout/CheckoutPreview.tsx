import type { CheckoutPreviewInput, CheckoutPreview as Preview } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { classNames } from '../ui/classNames.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { BalanceAfter, Bill } from './Bill.tsx'

export interface CheckoutPreviewProps {
  /** The purchase; null while nothing is chosen. */
  readonly input: CheckoutPreviewInput | null
  readonly className?: string | undefined
}

/** Shows the cost of a purchase today and later, line by line. */
export function CheckoutPreview({ input, className }: CheckoutPreviewProps): ReactElement {
  const { preview, isLoading, error, refresh } = useCheckoutPreview(input)
  // The previous preview stays visible while a coupon or another number of seats is calculated.
  const [lastPreview, setLastPreview] = useState(preview)
  if (preview !== null && preview !== lastPreview) setLastPreview(preview)
  return (
    <div className={classNames('purser purser-preview', className)} aria-busy={isLoading}>
      {error ? (
        <ErrorNotice error={error} onRetry={refresh} />
      ) : lastPreview ? (
        <>
          <Bill bill={preview ?? lastPreview}>
            <DueToday preview={preview ?? lastPreview} />
          </Bill>
          <Consequences preview={preview ?? lastPreview} />
        </>
      ) : (
        input && <PreviewSkeleton />
      )}
    </div>
  )
}

function DueToday({ preview }: { readonly preview: Preview }): ReactElement {
  const { checkout: words } = useWords()
  const { money, date, count } = useFormat()
  const { dueToday, currency } = preview
  switch (dueToday.kind) {
    case 'charge_now':
      return (
        <div className="purser-bill-due">
          <dt>{words.dueToday}</dt>
          <dd>{money(dueToday.cents, dueToday.currency)}</dd>
        </div>
      )
    case 'invoice_later':
      return (
        <div className="purser-bill-due">
          <dt>
            {words.invoiced(date(dueToday.estimatedDate))}
            <small className="purser-soft">{words.netDays(count(dueToday.netDays))}</small>
          </dt>
          <dd>{money(dueToday.cents, currency)}</dd>
        </div>
      )
    case 'no_charge':
      return (
        <div className="purser-bill-due">
          <dt>{words.nothingDue}</dt>
          <dd>{money(0, currency)}</dd>
        </div>
      )
  }
}

/** Shows the next bill, the wallet and any warnings. */
function Consequences({ preview }: { readonly preview: Preview }): ReactElement {
  const { checkout: words } = useWords()
  const format = useFormat()
  const { schedule, creditImpact, mode, currency, details } = preview
  const trialEndsAt = details.subscription?.trialEndsAt
  const isDeferred = mode === 'downgrade' && schedule !== undefined
  const next = schedule && format.date(schedule.date)
  return (
    <>
      {creditImpact && <BalanceAfter impact={creditImpact} />}
      {trialEndsAt && <Notice kind="info">{words.trialUntil(format.date(trialEndsAt))}</Notice>}
      {isDeferred && next && <Notice kind="info">{words.deferred(next)}</Notice>}
      {next && !isDeferred && (
        <p className="purser-soft">
          {schedule.amountCents === undefined
            ? words.nextBill(next)
            : words.nextBillOf(next, format.money(schedule.amountCents, currency))}
        </p>
      )}
      {preview.warnings.map(({ code }) => (
        <Notice key={code} kind="info">
          {
            {
              trial_requires_payment_method: words.trialRequiresMethod,
              customer_has_no_payment_method: words.hasNoMethod,
              amount_changed: words.amountChanged,
            }[code]
          }
        </Notice>
      ))}
    </>
  )
}

const PreviewSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton height="1.5rem" />
    <Skeleton height="1.5rem" />
    <Skeleton height="3rem" />
    <Skeleton width="60%" height="1.5rem" />
  </Loading>
)
