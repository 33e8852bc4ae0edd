import { describe, expect, it } from 'vitest'
import { PurserError } from '../../kernel/errors.ts'
import { createRateLimiter, noRateLimit, type RateLimit } from './rateLimiter.ts'

function limiterAt(limit: RateLimit) {
  const clock = { millis: 0 }
  const limiter = createRateLimiter(limit, () => clock.millis)
  /** Returns null if the request was admitted, otherwise the seconds of Retry-After. */
  const take = (caller = 'key_1'): number | null => {
    try {
      limiter.take(caller)
      return null
    } catch (error) {
      if (!(error instanceof PurserError)) throw error
      expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
      return error.retryAfterSeconds ?? 0
    }
  }
  const passes = (requests: number, caller?: string) =>
    Array.from({ length: requests }, () => take(caller)).filter((refusal) => refusal === null)
      .length
  return { clock, take, passes }
}

describe('the rate limiter', () => {
  it('admits a burst and refuses the requests beyond it', () => {
    const { passes } = limiterAt({ perSecond: 10, burst: 20 })
    expect(passes(50)).toBe(20)
  })

  it('refills continuously, up to the burst and no further', () => {
    const { clock, passes } = limiterAt({ perSecond: 10, burst: 20 })
    passes(20)
    clock.millis += 99
    expect(passes(5)).toBe(0)
    clock.millis += 1
    expect(passes(5)).toBe(1)
    clock.millis += 1_000
    expect(passes(50)).toBe(10)
    clock.millis += 3_600_000
    expect(passes(50)).toBe(20)
  })

  it('does not count refused requests', () => {
    const { clock, passes } = limiterAt({ perSecond: 1, burst: 1 })
    passes(1)
    for (let tries = 0; tries < 9; tries += 1) {
      clock.millis += 100
      expect(passes(1)).toBe(0)
    }
    clock.millis += 100
    expect(passes(1)).toBe(1)
  })

  it('admits the configured rate in the long run, regardless of the timing', () => {
    const { clock, passes } = limiterAt({ perSecond: 10, burst: 20 })
    let served = 0
    for (let tick = 0; tick < 6_000; tick += 1) {
      clock.millis += 10
      served += passes(1)
    }
    expect(served).toBeGreaterThanOrEqual(600)
    expect(served).toBeLessThanOrEqual(620)
  })

  it('returns the number of whole seconds after which a retry is admitted', () => {
    const { clock, take } = limiterAt({ perSecond: 0.1, burst: 1 })
    expect(take()).toBeNull()
    expect(take()).toBe(10)
    clock.millis += 4_500
    expect(take()).toBe(6)
    clock.millis += 6_000
    expect(take()).toBeNull()
  })

  it('never suggests a retry after zero seconds', () => {
    const { take, passes } = limiterAt({ perSecond: 1_000, burst: 2 })
    passes(2)
    expect(take()).toBe(1)
  })

  it('counts each caller separately', () => {
    const { passes } = limiterAt({ perSecond: 1, burst: 2 })
    expect(passes(5, 'key_1')).toBe(2)
    expect(passes(5, 'key_2')).toBe(2)
  })

  it('forgets only callers with a full bucket, even if there are many callers', () => {
    const { clock, passes } = limiterAt({ perSecond: 1, burst: 5 })
    for (let number = 0; number < 9_999; number += 1) passes(1, `idle_${number}`)
    clock.millis += 10_000
    expect(passes(9, 'busy')).toBe(5)
    for (let number = 0; number < 20; number += 1) passes(1, `new_${number}`)
    expect(passes(9, 'busy')).toBe(0)
    expect(passes(9, 'new_3')).toBe(4)
    expect(passes(9, 'idle_0')).toBe(5)
  })

  it('can be turned off', () => {
    for (let number = 0; number < 10_000; number += 1) noRateLimit.take('key_1')
    expect(() => noRateLimit.take('key_1')).not.toThrow()
  })
})
