import { describe, expect, it } from 'vitest'
import { cardExpiry } from './describeMethod.ts'

describe('cardExpiry', () => {
  const now = new Date(2026, 11, 31, 12)
  it.each([
    ['expired', 11, 2026],
    ['expiring', 12, 2026],
    ['expiring', 1, 2027],
    ['good', 2, 2027],
    ['none', null, null],
  ] as const)('is %s in %s/%s', (expected, expMonth, expYear) => {
    expect(cardExpiry({ status: 'active', expMonth, expYear }, now)).toBe(expected)
  })

  it('trusts the server, which knows the time of a test clock', () => {
    expect(cardExpiry({ status: 'expired', expMonth: 1, expYear: 2040 }, now)).toBe('expired')
  })
})
