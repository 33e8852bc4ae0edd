import { type PaymentMethod, PmInUseError } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { usePaymentMethods } from '../../../payments/usePaymentMethods.ts'
import { useWords } from '../../theme/ThemeContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { nameMethod } from './describeMethod.ts'

interface RemoveMethodDialogProps {
  readonly method: PaymentMethod
  readonly onClose: () => void
  readonly onRemoved: () => void
  /** Called if something depends on the card, so that it must be replaced. */
  readonly onInUse: () => void
}

/** Asks before it removes a payment method. */
export function RemoveMethodDialog({
  method,
  onClose,
  onRemoved,
  onInUse,
}: RemoveMethodDialogProps): ReactElement {
  const { common, payments } = useWords()
  const { detach, isPending } = usePaymentMethods()
  const [error, setError] = useState<Error | null>(null)
  const remove = () => {
    setError(null)
    detach(method.id).then(onRemoved, (failure: Error) => {
      if (failure instanceof PmInUseError) onInUse()
      else setError(failure)
    })
  }
  return (
    <Dialog
      title={payments.removeTitle}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="danger" isBusy={isPending} onClick={remove}>
            {payments.remove}
          </Button>
        </>
      }
    >
      <p>{payments.removeText(nameMethod(method, payments))}</p>
      {error && <ErrorNotice error={error} />}
    </Dialog>
  )
}
