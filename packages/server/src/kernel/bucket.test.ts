import { describe, expect, it } from 'vitest'
import { bucketOf } from './bucket.ts'

describe('the bucket of a customer', () => {
  // Rows are stored under these numbers. If one of them changes, the code is wrong, not the test.
  it.each([
    ['env_1', 'cus_1', 68],
    ['env_1', 'cus_2', 172],
    ['env_2', 'cus_1', 99],
    ['env_01jzyx0000000000000000000', 'user_42', 139],
    ['e', '用户', 16],
    ['', '', 156],
  ])('of %j and %j is always %i', (environmentId, customerId, bucket) => {
    expect(bucketOf(environmentId, customerId)).toBe(bucket)
  })

  it('depends on where the environment id ends and the customer id begins', () => {
    expect(bucketOf('ab', 'c')).not.toBe(bucketOf('a', 'bc'))
  })

  it('spreads customers evenly over 256 buckets', () => {
    const customers = 10_000
    const counts = Array.from({ length: 256 }, () => 0)
    for (let number = 0; number < customers; number += 1) {
      const bucket = bucketOf('env_spread', `customer-${number}`)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    expect(counts).toHaveLength(256)
    const expected = customers / 256
    const chiSquare = counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0)
    // 255 degrees of freedom: an even spread stays below 330 in 999 of 1,000 cases.
    expect(chiSquare).toBeLessThan(330)
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })
})
