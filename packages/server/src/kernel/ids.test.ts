import { describe, expect, it, vi } from 'vitest'
import { type IdKind, idPrefixes, newId } from './ids.ts'

const kinds = Object.keys(idPrefixes) as IdKind[]

describe('a new id', () => {
  it.each(kinds)('of a %s begins with the prefix of its kind and is opaque after it', (kind) => {
    expect(newId(kind)).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`))
  })

  it('has a prefix that no other kind has', () => {
    expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length)
  })

  it('is unique', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newId('plan'))).size).toBe(20_000)
  })

  it('sorts after every id of an earlier millisecond', () => {
    vi.useFakeTimers()
    try {
      const start = Date.UTC(2026, 0, 1)
      const ids = [0, 1, 2, 1_000, 60_000, 86_400_000, 31_536_000_000].map((later) => {
        vi.setSystemTime(start + later)
        return newId('webhookMessage')
      })
      expect([...ids].sort()).toEqual(ids)
    } finally {
      vi.useRealTimers()
    }
  })
})
