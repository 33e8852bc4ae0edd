import type { Outcome } from './judgeAnswer.ts'
import { nextAttempt } from './retrySchedule.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** How far the delivery of a message to an endpoint has come. */
export interface DeliveryState {
  status: DeliveryStatus
  attemptCount: number
  firstAttemptAt: Date | null
  /** By the schedule while it is pending; else because somebody asked for one more try. */
  nextAttemptAt: Date | null
  deliveredAt: Date | null
}

/**
 * The state after a try. What was delivered stays so, and what has failed stays so until a replay
 * gets through: a failed replay is not tried again by itself.
 */
export function afterAttempt(
  state: DeliveryState,
  outcome: Pick<Outcome, 'kind' | 'retryAfterSeconds'>,
  { now, random }: { now: Date; random: number },
): DeliveryState {
  const attemptCount = state.attemptCount + 1
  const firstAttemptAt = state.firstAttemptAt ?? now
  const tried = { ...state, attemptCount, firstAttemptAt, nextAttemptAt: null }
  if (outcome.kind === 'delivered') {
    return { ...tried, status: 'delivered', deliveredAt: state.deliveredAt ?? now }
  }
  if (state.status !== 'pending') return tried
  if (outcome.kind === 'gone') return { ...tried, status: 'failed' }
  const { retryAfterSeconds } = outcome
  const next = nextAttempt({
    attempts: attemptCount,
    firstAttemptAt,
    now,
    retryAfterSeconds,
    random,
  })
  return next ? { ...tried, nextAttemptAt: next } : { ...tried, status: 'failed' }
}
