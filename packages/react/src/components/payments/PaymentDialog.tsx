import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PaymentSteps } from './PaymentSteps.tsx'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'
import { usePayment } from './usePayment.ts'

interface PaymentDialogProps {
  readonly outcome: UnsettledOutcome
  readonly title?: string | undefined
  readonly onClose: () => void
  readonly onSettled?: ((outcome: UnsettledOutcome) => void) | undefined
}

/** The form, then the wait, then the end of a payment or of the saving of a card. */
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
