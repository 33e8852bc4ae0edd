import { describe, expect, it, vi } from 'vitest'
import { bucketOfId, type IdKind, idPrefixes, newId, newIdInBucket } from './ids.ts'

const kinds = Object.keys(idPrefixes) as IdKind[]

describe('a new id', () => {
  it.each(kinds)(
    'of a %s starts with the prefix of its kind, followed by opaque characters',
    (kind) => {
      expect(newId(kind)).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`))
    },
  )

  it('has a prefix that no other kind uses', () => {
    expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length)
  })

  it('is unique', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newId('plan'))).size).toBe(20_000)
  })

  it('sorts after every id from an earlier millisecond', () => {
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

describe('the id of an object that belongs to a customer', () => {
  it('reveals its bucket', () => {
    for (let bucket = 0; bucket < 256; bucket += 1) {
      const id = newIdInBucket('usageEvent', bucket)
      expect(id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/)
      expect(bucketOfId('usageEvent', id)).toBe(bucket)
    }
  })

  it.each([
    '',
    'evt_',
    'nothing',
    'grt_01m7f0eykhepdt23e2hmqghqwe',
    'evt_01m7f0eykhepdt23e2hmqghqwu',
  ])('cannot be %j', (id) => {
    expect(bucketOfId('usageEvent', id)).toBeNull()
  })

  it('contains its creation time, to the millisecond', () => {
    vi.useFakeTimers()
    try {
      const at = Date.UTC(2031, 4, 6, 7, 8, 9, 10)
      vi.setSystemTime(at)
      const letters = newIdInBucket('usageEvent', 7).slice('evt_'.length)
      const value = [...letters].reduce(
        (sum, letter) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(letter)),
        0n,
      )
      expect(Number(value >> 80n)).toBe(at)
      expect(Number((value >> 76n) & 0xfn)).toBe(7)
      expect(Number((value >> 62n) & 0x3n)).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('sorts in creation order, even within one millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newIdInBucket('usageEvent', 255))
    expect([...ids].sort()).toEqual(ids)
  })
})
