const FIRST_MS = 500
const MOST_MS = 8_000
/** A server that asks for longer is asked again before that: the caller is waiting. */
const MOST_ASKED_MS = 30_000

/**
 * How long to wait before the next try: anything up to a bound that doubles, so that many clients
 * do not come back at once, after what the server asked for.
 */
export function backoff(triesBefore: number, retryAfterSeconds: number | null): number {
  const jitter = Math.random() * Math.min(MOST_MS, FIRST_MS * 2 ** triesBefore)
  return Math.min((retryAfterSeconds ?? 0) * 1_000, MOST_ASKED_MS) + jitter
}
