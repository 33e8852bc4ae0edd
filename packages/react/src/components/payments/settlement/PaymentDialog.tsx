import type { ReactElement } from 'react'
import { useWords } from '../../theme/ThemeContext.ts'
import { useFormat } from '../../theme/useFormat.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CardForm } from '../form/CardForm.tsx'
import { FormLoading } from '../form/providerForm.tsx'
import { type PaymentProgress, type UnsettledOutcome, usePayment } from './usePayment.ts'

interface PaymentDialogProps {
  readonly outcome: UnsettledOutcome
  readonly title?: string | undefined
  readonly onClose: () => void
  readonly onSettled?: ((outcome: UnsettledOutcome) => void) | undefined
}

/** Shows the form, then the wait, then the result of a payment or of saving a card. */
export function PaymentDialog({
  outcome,
  title,
  onClose,
  onSettled,
}: PaymentDialogProps): ReactElement {
  const { common, payments } = useWords()
  const format = useFormat()
  const payment = usePayment(outcome, onSettled)
  const isFormOver = payment.step !== 'opening' && payment.step !== 'form'
  const isDone = payment.step === 'arrived'
  const { amount, currency } = outcome
  const amountText = amount === null || currency === null ? null : format.money(amount, currency)
  return (
    <Dialog
      title={title ?? (amountText === null ? payments.setupTitle : payments.paymentTitle)}
      onClose={onClose}
      footer={
        isFormOver && (
          <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
            {isDone ? payments.done : common.close}
          </Button>
        )
      }
    >
      <PaymentSteps outcome={outcome} amountText={amountText} payment={payment} />
    </Dialog>
  )
}

interface PaymentStepsProps {
  readonly outcome: UnsettledOutcome
  /** null: the form only saves a card. */
  readonly amountText: string | null
  readonly payment: PaymentProgress
}

/** Shows the current step: the form, or the progress of the payment. */
function PaymentSteps({ outcome, amountText, payment }: PaymentStepsProps): ReactElement {
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
        {step === 'unconfirmed' && <Notice kind="info">{payments.notConfirmedYet}</Notice>}
        {step === 'expired' && <Notice kind="error">{payments.paymentExpired}</Notice>}
      </div>
    </>
  )
}
