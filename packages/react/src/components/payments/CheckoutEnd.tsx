import type { CheckoutPage } from '@purser/contract/client'
import { safeUrl } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Notice } from '../ui/Notice.tsx'

interface CheckoutEndProps {
  readonly page: CheckoutPage
  readonly end: 'awaited' | 'completed' | 'expired' | 'not_told'
}

/** How a checkout ended, or is about to, and where to go from there. */
export function CheckoutEnd({ page, end }: CheckoutEndProps): ReactElement {
  const { payments } = useWords()
  if (end === 'awaited') {
    return (
      <p className="purser-payment-waiting">
        <span className="purser-spinner" aria-hidden="true" />
        {page.dueToday === 0 ? payments.waitingForCard : payments.waitingForPayment}
      </p>
    )
  }
  const said = {
    completed: ['success', page.dueToday === 0 ? payments.checkoutDone : payments.checkoutPaid],
    expired: ['error', payments.checkoutExpired],
    not_told: ['info', payments.notToldYet],
  } as const
  const [kind, sentence] = said[end]
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
