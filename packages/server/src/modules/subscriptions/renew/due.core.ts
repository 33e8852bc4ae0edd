import { DAY_MS } from '../../../kernel/utcDay.ts'
import { isAttachedByHand, type SubscriptionRecord } from '../subscription/subscription.core.ts'

/** A subscription waits this long for its card. */
export const INCOMPLETE_MS = 23 * 60 * 60 * 1000

/** The merchant gets a notice this long before a trial ends. */
const TRIAL_NOTICE_MS = 3 * DAY_MS

/** The automatic steps. If several are due at the same instant, they run in this order. */
const STEPS = ['start', 'expire', 'noticeTrialEnd', 'cancel', 'endTrial', 'renew', 'drip'] as const
type Step = (typeof STEPS)[number]

export interface DueStep {
  readonly step: Step
  /** The instant at which the step is due. The step may run later. */
  readonly at: Date
}

/**
 * The time of the notice that a trial is about to end. Null if it has been sent or there is no
 * trial.
 */
const trialNoticeAt = ({
  trialEndsAt,
  trialEndToldAt,
  currentPeriodStart,
}: SubscriptionRecord): Date | null => {
  if (trialEndsAt === null || trialEndToldAt !== null) return null
  // If the trial is shorter than the notice period, the notice is due at the start of the trial.
  const earliest = currentPeriodStart?.getTime() ?? 0
  return new Date(Math.max(trialEndsAt.getTime() - TRIAL_NOTICE_MS, earliest))
}

/** The due time of each step that can run in the current status. */
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

/** The next automatic step of a subscription. Null if there is none. */
export function nextStep(subscription: SubscriptionRecord): DueStep | null {
  // Plans attached by hand are never billed, and add-ons follow their subscription.
  if (subscription.parentId !== null || isAttachedByHand(subscription)) return null
  const steps = stepsOf(subscription)
  let next: DueStep | null = null
  for (const step of STEPS) {
    const at = steps[step]
    if (at && (next === null || at < next.at)) next = { step, at }
  }
  return next
}

/** The due time of the next automatic step. Null if there is none. */
export const dueAt = (subscription: SubscriptionRecord): Date | null =>
  nextStep(subscription)?.at ?? null
