import { DAY_MS } from '../../../kernel/utcDay.ts'

/** An invoice that could not be collected is tried again so many days after the first failure. */
const RETRY_DAYS = [1, 3, 5, 7]

/** After an outage the tries that were missed are not made up for all at once. */
const SHORTEST_PAUSE_MS = DAY_MS

/**
 * When an invoice is tried again that has failed so many times, first at `firstFailedAt` and last
 * now; null when that was the last time.
 */
export function nextAttempt(failures: number, firstFailedAt: Date, now: Date): Date | null {
  const days = RETRY_DAYS[failures - 1]
  if (days === undefined) return null
  const planned = firstFailedAt.getTime() + days * DAY_MS
  return new Date(Math.max(planned, now.getTime() + SHORTEST_PAUSE_MS))
}
