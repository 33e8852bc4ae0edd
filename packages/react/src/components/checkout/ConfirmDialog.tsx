import type { CheckoutPreviewInput } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What is to be paid for; null when nothing is. */
  readonly input: CheckoutPreviewInput | null
  /** Something besides the preview has to be read before there is something to confirm. */
  readonly isWaiting?: boolean | undefined
  readonly isPending: boolean
  /** What goes wrong with it is shown by who gives it. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks once more, with what is paid written on the button. */
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
