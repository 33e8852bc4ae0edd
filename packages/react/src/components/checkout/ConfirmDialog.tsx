import type { CheckoutPreviewInput } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** The purchase; null if there is nothing to pay. */
  readonly input: CheckoutPreviewInput | null
  /** True while other data loads. The user cannot confirm before. */
  readonly isWaiting?: boolean | undefined
  readonly isPending: boolean
  /** The caller shows the error if this promise rejects. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for confirmation, with the amount on the button. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { title, input, isWaiting = false, isPending, onConfirm, onClose, children } = props
  const { checkout: words, common } = useWords()
  const { money } = useFormat()
  const { preview, error } = useCheckoutPreview(input)
  const isReady = input === null || (preview !== null && error === null)
  const due = preview?.dueToday
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            variant="primary"
            disabled={!isReady || isWaiting}
            isBusy={isPending}
            onClick={() => void onConfirm().catch(() => {})}
          >
            {due?.kind === 'charge_now'
              ? words.confirmAndPay(money(due.cents, due.currency))
              : words.confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
