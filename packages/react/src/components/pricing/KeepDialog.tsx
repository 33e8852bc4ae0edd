import type { SettlementOutcome, Subscription } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useChangeSubscription } from '../../subscriptions/useChangeSubscription.ts'
import { useWords } from '../theme/useWords.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface KeepDialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** For a customer that was to have another plan, and stays on its own. */
export function KeepDialog({ subscription, onClose, onOutcome }: KeepDialogProps): ReactElement {
  const { checkout: words } = useWords()
  const { id: subscriptionId, planId, planName } = subscription
  const { changeSubscription, isPending, error } = useChangeSubscription({ subscriptionId, planId })
  return (
    <ConfirmDialog
      title={words.keep(planName)}
      input={null}
      isPending={isPending}
      onConfirm={async () => onOutcome(await changeSubscription())}
      onClose={onClose}
    >
      <p>{words.keepText}</p>
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  )
}
