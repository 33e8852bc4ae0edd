import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { describeOutcome, type SettledOutcome } from './describeOutcome.ts'
import { useOnce } from './useOnce.ts'

interface OutcomeDialogProps {
  readonly outcome: SettledOutcome
  readonly title?: string | undefined
  readonly onClose: () => void
  readonly onSettled?: ((outcome: SettledOutcome) => void) | undefined
}

/** Says what has happened, when nothing is left to do. */
export function OutcomeDialog({
  outcome,
  title,
  onClose,
  onSettled,
}: OutcomeDialogProps): ReactElement {
  const { payments } = useWords()
  const format = useFormat()
  useOnce(true, () => onSettled?.(outcome))
  return (
    <Dialog
      title={title ?? payments.paymentTitle}
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {payments.done}
        </Button>
      }
    >
      <Notice kind={outcome.kind === 'no_action' ? 'info' : 'success'}>
        {describeOutcome(outcome, payments, format)}
      </Notice>
    </Dialog>
  )
}
