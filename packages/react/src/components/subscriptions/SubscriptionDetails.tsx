import type { Subscription } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useResumeSubscription } from '../../subscriptions/useResumeSubscription.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { CancelDialog } from './CancelDialog.tsx'

interface SubscriptionDetailsProps {
  readonly subscription: Subscription
  readonly onPickPlan: (() => void) | undefined
  /** Announces a change by the customer, which may remove the subscription from the list. */
  readonly onAnnounce: (message: string) => void
}

const TONES: Readonly<Record<Subscription['status'], Tone>> = {
  incomplete: 'warning',
  incomplete_expired: 'neutral',
  trialing: 'accent',
  active: 'positive',
  past_due: 'negative',
  paused: 'neutral',
  canceled: 'neutral',
}

/** Shows one subscription and its actions. */
export function SubscriptionDetails({
  subscription,
  onPickPlan,
  onAnnounce,
}: SubscriptionDetailsProps): ReactElement {
  const { subscriptions: words } = useWords()
  const { resumeSubscription, isPending, error } = useResumeSubscription()
  const [isCanceling, setIsCanceling] = useState(false)
  const lines = useLines(subscription)
  const isEnding = subscription.cancelAt !== null
  const canResume = isEnding || subscription.status === 'paused'

  const resume = async () => {
    await resumeSubscription({ subscriptionId: subscription.id })
    onAnnounce(words.resumed)
  }

  return (
    <div className="purser-subscription">
      <p className="purser-subscription-name">
        {subscription.planName}{' '}
        <Badge tone={TONES[subscription.status]}>{words.statuses[subscription.status]}</Badge>
      </p>
      {lines.map((line) => (
        <p key={line} className="purser-soft">
          {line}
        </p>
      ))}
      <AddonList subscription={subscription} />
      {error && <ErrorNotice error={error} />}
      <div className="purser-actions">
        {onPickPlan && subscription.status !== 'incomplete' && !isEnding && (
          <Button onClick={onPickPlan}>{words.change}</Button>
        )}
        {canResume ? (
          <Button
            variant="primary"
            isBusy={isPending}
            onClick={() => void resume().catch(() => {})}
          >
            {words.resume}
          </Button>
        ) : (
          <Button variant="plain" onClick={() => setIsCanceling(true)}>
            {words.cancel}
          </Button>
        )}
      </div>
      {isCanceling && (
        <CancelDialog
          subscription={subscription}
          onClose={() => setIsCanceling(false)}
          onCanceled={(message) => {
            setIsCanceling(false)
            onAnnounce(message)
          }}
        />
      )}
    </div>
  )
}

/** Describes what happens next, one sentence each. */
function useLines(subscription: Subscription): readonly string[] {
  const { subscriptions: words } = useWords()
  const { date, count, money } = useFormat()
  const { status, cancelAt, pendingChange, discount, currentBillingPeriodEnd } = subscription
  const nextDate =
    cancelAt !== null
      ? words.ends(date(cancelAt))
      : status === 'incomplete'
        ? words.incomplete
        : status === 'paused'
          ? words.paused
          : status === 'past_due'
            ? words.pastDue
            : status === 'trialing' && subscription.trialEndsAt
              ? words.trialEnds(date(subscription.trialEndsAt))
              : currentBillingPeriodEnd === null
                ? words.endless
                : pendingChange === null
                  ? words.renews(date(currentBillingPeriodEnd))
                  : null
  const change =
    pendingChange && words.changesTo(pendingChange.planName, date(pendingChange.effectiveAt))
  const seats = Object.entries(subscription.quantities).map(
    ([feature, quantity]) => `${count(quantity)} ${feature}`,
  )
  const saving =
    discount &&
    (discount.percentOff === null
      ? words.discountAmount(
          discount.code,
          money(discount.amountOff ?? 0, discount.currency ?? 'usd'),
        )
      : words.discountPercent(discount.code, count(discount.percentOff)))
  const savingUntil =
    saving && discount?.endsAt ? words.discountUntil(saving, date(discount.endsAt)) : saving
  return [seats.join(', '), nextDate, change, savingUntil].filter((line): line is string => !!line)
}

function AddonList({
  subscription,
}: Pick<SubscriptionDetailsProps, 'subscription'>): ReactElement | null {
  const { subscriptions: words } = useWords()
  const { date } = useFormat()
  if (subscription.items.length === 0) return null
  return (
    <div>
      <p className="purser-field-label">{words.addons}</p>
      <ul>
        {subscription.items.map(({ id, planName, cancelAt }) => (
          <li key={id}>
            {planName}
            {cancelAt && <span className="purser-soft"> – {words.addonEnds(date(cancelAt))}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
