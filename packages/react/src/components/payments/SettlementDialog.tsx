import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'

export interface SettlementDialogProps {
  /** How a purchase was answered; null shows nothing. */
  readonly outcome: SettlementOutcome | null
  readonly title?: string | undefined
  readonly onClose: () => void
  /** What was bought is there, or as good as there: called once, while the dialog stays to say so. */
  readonly onSettled?: ((outcome: SettlementOutcome) => void) | undefined
}

/** Does what a settlement outcome leaves to do, and says how it ended. */
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
