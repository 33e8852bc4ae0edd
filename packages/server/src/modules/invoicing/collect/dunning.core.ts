import { DAY_MS } from '../../../kernel/utcDay.ts'

/** An invoice that could not be collected is retried this many days after the first failure. */
const RETRY_DAYS = [1, 3, 5, 7]

/** The minimum time between retries that were missed during an outage and are made up later. */
const SHORTEST_PAUSE_MS = DAY_MS

/**
 * Returns the time of the next attempt after the given number of failures, or null after the last
 * retry. `now` is the time of the latest failure.
 */
export function nextCollectionAt(failures: number, firstFailedAt: Date, now: Date): Date | null {
  const days = RETRY_DAYS[failures - 1]
  if (days === undefined) return null
  const planned = firstFailedAt.getTime() + days * DAY_MS
  return new Date(Math.max(planned, now.getTime() + SHORTEST_PAUSE_MS))
}
