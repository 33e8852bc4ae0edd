import type { DeliveryOutcome } from './answer.core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long a message is retried, and how long an endpoint may fail before it is disabled. */
export const GIVE_UP_AFTER_MS = 3 * 24 * HOUR

/** The pauses between attempts. The last attempt follows at the end of GIVE_UP_AFTER_MS. */
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
/** An upper bound for Retry-After, so that an endpoint cannot postpone all attempts. */
const MAX_RETRY_AFTER_MS = 6 * HOUR

interface FailedAttempt {
  /** The number of attempts, including this one. */
  attempts: number
  firstAttemptAt: Date
  now: Date
  retryAfterSeconds: number | null
  /** From 0 to 1. Spreads the retries of messages that failed together. */
  random: number
}

/** Returns when to try again, or null after the last attempt. */
export function nextDeliveryAt(failed: FailedAttempt): Date | null {
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

/** The progress of one message to one endpoint. */
export interface DeliveryState {
  status: DeliveryStatus
  attemptCount: number
  firstAttemptAt: Date | null
  /** Set by the schedule while pending, and by a replay in any status. */
  nextAttemptAt: Date | null
  deliveredAt: Date | null
}

/**
 * Returns the state after an attempt. A delivered message stays delivered. A failed one stays
 * failed until a replay succeeds: a failed replay is not retried.
 */
export function afterAttempt(
  state: DeliveryState,
  outcome: Pick<DeliveryOutcome, 'kind' | 'retryAfterSeconds'>,
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
  const next = nextDeliveryAt({
    attempts: attemptCount,
    firstAttemptAt,
    now,
    retryAfterSeconds,
    random,
  })
  return next ? { ...attempted, nextAttemptAt: next } : { ...attempted, status: 'failed' }
}
