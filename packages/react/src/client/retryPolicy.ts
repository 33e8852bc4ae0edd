import { PurserError } from '@purser/contract/client'

const MAX_RETRIES = 2
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

/** Returns whether a retry may help: the server was not reached, or it failed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof PurserError &&
  (error.status === null
    ? error.code === 'connection_failed' || error.code === 'timed_out'
    : error.status >= 500)

/** When and how reads are retried automatically. */
export const retryPolicy = {
  retry: (failures: number, error: Error): boolean => failures < MAX_RETRIES && isTransient(error),
  retryDelay: (failures: number, error: Error): number => {
    const askedMs = error instanceof PurserError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    return Math.min(Math.max(askedMs, FIRST_DELAY_MS * 2 ** failures), LONGEST_DELAY_MS)
  },
}
