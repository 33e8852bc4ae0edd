import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../../theme/ThemeContext.ts'
import { type Format, useFormat } from '../../theme/useFormat.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOnce } from '../../ui/useOnce.ts'
import type { Words } from '../../words/words.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import type { UnsettledOutcome } from './usePayment.ts'

export interface SettlementDialogProps {
  /** The outcome of a purchase; null shows nothing. */
  readonly outcome: SettlementOutcome | null
  readonly title?: string | undefined
  readonly onClose: () => void
  /** Called once when the purchase is certain to succeed. The dialog still shows the result. */
  readonly onSettled?: ((outcome: SettlementOutcome) => void) | undefined
}

/** Guides the customer through the rest of a settlement outcome, and shows the result. */
export function SettlementDialog({ outcome, ...rest }: SettlementDialogProps): ReactElement | null {
  if (outcome === null) return null
  if (outcome.kind === 'requires_form') {
    return <PaymentDialog key={outcome.client.token} outcome={outcome} {...rest} />
  }
  return outcome.kind === 'processing' ? (
    <PaymentDialog key={outcome.paymentId} outcome={outcome} {...rest} />
  ) : (
    <OutcomeDialog outcome={outcome} {...rest} />
  )
}

interface OutcomeDialogProps {
  readonly outcome: SettledOutcome
  readonly title?: string | undefined
  readonly onClose: () => void
  readonly onSettled?: ((outcome: SettledOutcome) => void) | undefined
}

/** Shows the result when nothing is left to do. */
function OutcomeDialog({ outcome, title, onClose, onSettled }: OutcomeDialogProps): ReactElement {
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

type SettledOutcome = Exclude<SettlementOutcome, UnsettledOutcome>

/** Describes the result in one sentence. */
function describeOutcome(
  outcome: SettledOutcome,
  words: Words['payments'],
  format: Pick<Format, 'money' | 'date'>,
): string {
  switch (outcome.kind) {
    case 'charged_inline':
      return words.chargedInline(format.money(outcome.amount, outcome.currency))
    case 'invoice_added':
      return words.invoiceAdded(format.money(outcome.lineAmount, outcome.currency))
    case 'created_no_charge':
      return outcome.trialEndsAt === null
        ? words.created
        : words.createdTrial(format.date(outcome.trialEndsAt))
    case 'deferred':
      return words.deferred(format.date(outcome.effectiveAt))
    case 'no_action':
      return words.nothingToDo
  }
}
