import { describe, expect, it } from 'vitest'
import { nextExpiry } from './nextExpiry.ts'

const grant = (expiresAt: string | null, creditsRemaining: number) => ({
  expiresAt,
  creditsRemaining,
})

describe('nextExpiry', () => {
  it('returns null if no remaining credits expire', () => {
    expect(nextExpiry([grant(null, 5), grant('2026-01-01T00:00:00.000Z', 0)])).toBeNull()
  })

  it('adds up the credits that expire first, exactly', () => {
    const first = '2026-03-01T00:00:00.000Z'
    expect(
      nextExpiry([
        grant('2026-04-01T00:00:00.000Z', 7),
        grant(first, 0.1),
        grant(null, 9),
        grant(first, 0.2),
      ]),
    ).toEqual({ expiresAt: first, amount: 0.3 })
  })
})
