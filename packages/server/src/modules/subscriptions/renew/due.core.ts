import { DAY_MS } from '../../../kernel/utcDay.ts'
import { isAttachedByHand, type SubscriptionRecord } from '../subscription/subscription.core.ts'

/** How long a subscription waits for its card. */
export const INCOMPLETE_MS = 23 * 60 * 60 * 1000

/** How long before the end of a trial the merchant is told of it. */
const TRIAL_NOTICE_MS = 3 * DAY_MS

/** What a subscription does by itself; of those that are due at one instant the first comes first. */
const STEPS = ['start', 'expire', 'noticeTrialEnd', 'cancel', 'endTrial', 'renew', 'drip'] as const
type Step = (typeof STEPS)[number]

export interface DueStep {
  readonly step: Step
  /** The instant that the step is of, whenever it is done. */
  readonly at: Date
}

/** When the merchant is to be told that a trial is about to end; null when it was, or there is none. */
const trialNoticeAt = ({
  trialEndsAt,
  trialEndToldAt,
  currentPeriodStart,
}: SubscriptionRecord): Date | null => {
  if (trialEndsAt === null || trialEndToldAt !== null) return null
  // A trial that is shorter than that is told of when it begins.
  const earliest = currentPeriodStart?.getTime() ?? 0
  return new Date(Math.max(trialEndsAt.getTime() - TRIAL_NOTICE_MS, earliest))
}

/** When each step is due; those that are not due by themselves are absent. */
function stepsOf(subscription: SubscriptionRecord): Partial<Record<Step, Date | null>> {
  const { startsAt, incompleteUntil, trialEndsAt, currentPeriodEnd, cancelAt, nextDripAt } =
    subscription
  switch (subscription.status) {
    case 'incomplete':
      return startsAt === null ? { expire: incompleteUntil } : { start: startsAt, cancel: cancelAt }
    case 'trialing':
      return {
        noticeTrialEnd: trialNoticeAt(subscription),
        cancel: cancelAt,
        endTrial: trialEndsAt,
        drip: nextDripAt,
      }
    case 'active':
    case 'past_due':
      return { cancel: cancelAt, renew: currentPeriodEnd, drip: nextDripAt }
    case 'paused':
      return { cancel: cancelAt }
    case 'canceled':
    case 'incomplete_expired':
      return {}
  }
}

/** What has to be done for a subscription next, and when; null: nothing, by itself. */
export function nextStep(subscription: SubscriptionRecord): DueStep | null {
  // What is never billed never comes due, and an add-on goes with its subscription.
  if (subscription.parentId !== null || isAttachedByHand(subscription)) return null
  const steps = stepsOf(subscription)
  let next: DueStep | null = null
  for (const step of STEPS) {
    const at = steps[step]
    if (at && (next === null || at < next.at)) next = { step, at }
  }
  return next
}

/** When something has to be done for a subscription next; null: never, by itself. */
export const dueAt = (subscription: SubscriptionRecord): Date | null =>
  nextStep(subscription)?.at ?? null
