import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Notice } from '../ui/Notice.tsx'
import { CardForm } from './CardForm.tsx'
import { FormLoading } from './FormLoading.tsx'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'
import type { PaymentProgress } from './usePayment.ts'

interface PaymentStepsProps {
  readonly outcome: UnsettledOutcome
  /** null: a card is saved, and nothing is charged. */
  readonly amountText: string | null
  readonly payment: PaymentProgress
}

/** What is to be done now, or said: the form of a payment or how it goes on. */
export function PaymentSteps({ outcome, amountText, payment }: PaymentStepsProps): ReactElement {
  const { payments } = useWords()
  const { step, finishForm } = payment
  const waiting = () => {
    if (amountText === null) return payments.waitingForCard
    return outcome.kind === 'processing'
      ? payments.processing(amountText)
      : payments.waitingForPayment
  }
  return (
    <>
      {step === 'opening' && <FormLoading />}
      {step === 'form' && outcome.kind === 'requires_form' && (
        <>
          {amountText !== null && (
            <p className="purser-payment-amount">{payments.amountToPay(amountText)}</p>
          )}
          <CardForm client={outcome.client} onDone={finishForm} />
        </>
      )}
      <div className="purser-payment-status" aria-live="polite">
        {step === 'awaited' && (
          <p className="purser-payment-waiting">
            <span className="purser-spinner" aria-hidden="true" />
            {waiting()}
          </p>
        )}
        {step === 'arrived' && (
          <Notice kind="success">
            {amountText === null ? payments.cardSaved : payments.paid(amountText)}
          </Notice>
        )}
        {step === 'not_told' && <Notice kind="info">{payments.notToldYet}</Notice>}
        {step === 'expired' && <Notice kind="error">{payments.paymentExpired}</Notice>}
      </div>
    </>
  )
}
