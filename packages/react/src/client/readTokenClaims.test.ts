import { describe, expect, test } from 'vitest'
import { readTokenClaims } from './readTokenClaims.ts'

const encode = (payload: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`

describe('readTokenClaims', () => {
  test('reads the customer and the lifetime of a token', () => {
    expect(readTokenClaims(encode({ sub: 'jane', iat: 1_000, exp: 4_600 }))).toEqual({
      customerId: 'jane',
      lifetimeMs: 3_600_000,
      expiresAtMs: 4_600_000,
    })
  })

  test('reads ids in any script', () => {
    expect(readTokenClaims(encode({ sub: 'käse/馬~?>' }))?.customerId).toBe('käse/馬~?>')
  })

  test('returns null for missing times', () => {
    expect(readTokenClaims(encode({ sub: 'jane' }))).toMatchObject({
      lifetimeMs: null,
      expiresAtMs: null,
    })
  })

  test.each(['', 'abc', 'a.b.c', 'a.%%%.c', encode(null), encode({ sub: 7 }), encode({})])(
    'refuses anything else: %j',
    (token) => {
      expect(readTokenClaims(token)).toBeNull()
    },
  )
})
