import { describe, expect, it } from 'vitest'
import { expiresSoon, hasExpired, nextNoticeAt } from './cardExpiry.core.ts'

const card = (expYear: number, expMonth: number) => ({ expYear, expMonth })

describe('a card', () => {
  it.each([
    ['2026-01-31T23:59:59.999Z', false],
    ['2026-02-01T00:00:00.000Z', true],
    ['2027-01-01T00:00:00.000Z', true],
    ['2025-12-31T00:00:00.000Z', false],
  ])('that expires in January 2026 has expired at %s: %s', (now, expired) => {
    expect(hasExpired(card(2026, 1), new Date(now))).toBe(expired)
  })

  it('that expires in December is valid until the end of the year', () => {
    expect(hasExpired(card(2026, 12), new Date('2026-12-31T23:59:59Z'))).toBe(false)
    expect(hasExpired(card(2026, 12), new Date('2027-01-01T00:00:00Z'))).toBe(true)
  })

  it.each([
    ['2026-01-29T23:59:59.999Z', false],
    ['2026-01-30T00:00:00.000Z', true],
  ])('that expires in February 2026 (28 days) expires soon at %s: %s', (now, soon) => {
    expect(expiresSoon(card(2026, 2), new Date(now))).toBe(soon)
  })

  it('without an expiry date never expires', () => {
    const none = { expMonth: null, expYear: null }
    expect(hasExpired(none, new Date('2999-01-01T00:00:00Z'))).toBe(false)
    expect(expiresSoon(none, new Date('2999-01-01T00:00:00Z'))).toBe(false)
  })

  it.each([
    [2026, 2],
    [2027, 12],
    [2028, 2],
  ])(
    'that expires in %d-%d is due when it expires soon and again when it has expired',
    (year, month) => {
      for (const [wasNotified, isDue] of [
        [false, expiresSoon],
        [true, hasExpired],
      ] as const) {
        const at = nextNoticeAt(card(year, month), wasNotified)?.getTime() ?? 0
        expect(isDue(card(year, month), new Date(at))).toBe(true)
        expect(isDue(card(year, month), new Date(at - 1))).toBe(false)
      }
      expect(nextNoticeAt({ expMonth: null, expYear: null }, false)).toBeNull()
    },
  )
})
