import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatApiKey, hashApiKey, isSameHash, parseApiKey } from './apiKey.core.ts'

describe('an API key', () => {
  it.each([
    ['full', 'sandbox', 'sk_sandbox_'],
    ['read', 'live', 'sk_live_'],
    ['runtime', 'sandbox', 'sk_sandbox_'],
    ['publishable', 'live', 'pk_live_'],
  ] as const)(
    'with scope %s in %s starts with %s and can be parsed',
    (scope, environment, marker) => {
      const key = formatApiKey(scope, environment, randomBytes(32))
      expect(key.startsWith(marker)).toBe(true)
      expect(parseApiKey(key)).toEqual({
        kind: scope === 'publishable' ? 'publishable' : 'secret',
        environment,
        prefix: key.slice(0, marker.length + 8),
      })
    },
  )

  it('has at least 160 bits and consists of letters and digits, so that a double click selects it', () => {
    const keys = Array.from({ length: 1_000 }, () => formatApiKey('full', 'live', randomBytes(32)))
    for (const key of keys) expect(key).toMatch(/^sk_live_[A-Za-z0-9]{43}$/)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each([
    '',
    'sk_',
    'sk_sandbox_',
    'sk_prod_abc',
    'ak_live_abc',
    ' sk_live_abc',
    'sk_live_abc\n',
    'sk_live_a b',
    'sk_live_ü',
    'SK_LIVE_abc',
    `sk_live_${'x'.repeat(201)}`,
  ])('cannot have the form %j', (text) => {
    expect(parseApiKey(text)).toBeNull()
  })

  it('matches its own hash and no other', () => {
    const hash = hashApiKey('sk_live_abc')
    expect(hash).toHaveLength(32)
    expect(isSameHash(hash, hashApiKey('sk_live_abc'))).toBe(true)
    expect(isSameHash(hash, hashApiKey('sk_live_abd'))).toBe(false)
    expect(isSameHash(hash, hash.subarray(0, 31))).toBe(false)
  })
})
