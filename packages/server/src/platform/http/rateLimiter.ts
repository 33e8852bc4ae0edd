import { PurserError } from '../../kernel/errors.ts'

export interface RateLimiter {
  /** Takes one request from the caller's bucket, or throws a 429. */
  take(caller: string): void
}

export interface RateLimit {
  perSecond: number
  burst: number
}

/** Above this many callers, full buckets are removed, because they carry no information. */
const MAX_BUCKETS = 10_000

export const noRateLimit: RateLimiter = { take: () => {} }

/** Creates one token bucket per caller, in this process. */
export function createRateLimiter(limit: RateLimit, millis: () => number): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const refilled = (bucket: { tokens: number; at: number }, at: number) =>
    Math.min(limit.burst, bucket.tokens + ((at - bucket.at) / 1000) * limit.perSecond)
  return {
    take(caller) {
      const at = millis()
      const bucket = buckets.get(caller) ?? { tokens: limit.burst, at }
      const tokens = refilled(bucket, at)
      if (tokens < 1) {
        throw new PurserError(
          'rate_limited',
          `More than ${limit.perSecond} requests a second. Slow down, or batch events in one track call.`,
          { retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / limit.perSecond)) },
        )
      }
      buckets.set(caller, { tokens: tokens - 1, at })
      if (buckets.size > MAX_BUCKETS) {
        for (const [name, other] of buckets)
          if (refilled(other, at) >= limit.burst) buckets.delete(name)
      }
    },
  }
}
