import type { Subscription } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useCancelSubscription } from '../../subscriptions/useCancelSubscription.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

interface CancelDialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
  /** Called with the text to show. */
  readonly onCanceled: (message: string) => void
}

/** Asks for confirmation, and explains what happens to the rest of the period. */
export function CancelDialog({
  subscription,
  onClose,
  onCanceled,
}: CancelDialogProps): ReactElement {
  const { subscriptions: words } = useWords()
  const { date } = useFormat()
  const { cancelSubscription, isPending, error } = useCancelSubscription()
  const { planName, status, trialEndsAt, currentBillingPeriodEnd } = subscription
  const end =
    status === 'incomplete'
      ? null
      : status === 'trialing' && trialEndsAt
        ? trialEndsAt
        : currentBillingPeriodEnd
  const mayBillUsage = status !== 'incomplete' && status !== 'trialing'

  const cancel = async () => {
    const { cancelAt } = await cancelSubscription({ subscriptionId: subscription.id })
    onCanceled(cancelAt === null ? words.canceledNow : words.canceled(date(cancelAt)))
  }

  return (
    <Dialog
      title={words.cancelTitle(planName)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button variant="danger" isBusy={isPending} onClick={() => void cancel().catch(() => {})}>
            {words.cancelNow}
          </Button>
        </>
      }
    >
      <p>
        {end === null ? words.cancelAtOnce : words.cancelUntil(date(end))}
        {mayBillUsage && ` ${words.cancelUsage}`}
      </p>
      {end !== null && <p className="purser-soft">{words.cancelKeeps}</p>}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  )
}
