import type { Outcome } from './answer.core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long a message is tried, and how long an endpoint may fail before it is disabled. */
export const GIVE_UP_AFTER_MS = 3 * 24 * HOUR

/** Between one try and the next; after these comes one last try when patience ends. */
const PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
]
const JITTER = 0.1
/** An endpoint may ask us to wait, but not to wait until it is forgotten. */
const MAX_RETRY_AFTER_MS = 6 * HOUR

interface FailedAttempt {
  /** How many tries there have been, this one included. */
  attempts: number
  firstAttemptAt: Date
  now: Date
  retryAfterSeconds: number | null
  /** From 0 to 1: spreads messages that failed together. */
  random: number
}

/** When to try again, or null when it was the last time. */
export function nextAttempt(failed: FailedAttempt): Date | null {
  const { attempts, firstAttemptAt, now, retryAfterSeconds, random } = failed
  const end = firstAttemptAt.getTime() + GIVE_UP_AFTER_MS
  if (now.getTime() >= end) return null
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return new Date(end)
  const spread = Math.round(pause * (1 + JITTER * (2 * random - 1)))
  const requestedPause = Math.min((retryAfterSeconds ?? 0) * SECOND, MAX_RETRY_AFTER_MS)
  return new Date(Math.min(now.getTime() + Math.max(spread, requestedPause), end))
}

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
  const attempted = { ...state, attemptCount, firstAttemptAt, nextAttemptAt: null }
  if (outcome.kind === 'delivered') {
    return { ...attempted, status: 'delivered', deliveredAt: state.deliveredAt ?? now }
  }
  if (state.status !== 'pending') return attempted
  if (outcome.kind === 'gone') return { ...attempted, status: 'failed' }
  const { retryAfterSeconds } = outcome
  const next = nextAttempt({
    attempts: attemptCount,
    firstAttemptAt,
    now,
    retryAfterSeconds,
    random,
  })
  return next ? { ...attempted, nextAttemptAt: next } : { ...attempted, status: 'failed' }
}
