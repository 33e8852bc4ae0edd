import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)
const secret = Buffer.from('the portal secret')

describe('a sealed secret', () => {
  it('opens with its key and yields the original', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(unseal(seal(bytes, key), key)).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it('reveals nothing of the secret and never looks the same twice', () => {
    const sealed = seal(secret, key)
    expect(sealed.includes(secret)).toBe(false)
    expect(seal(secret, key).equals(sealed)).toBe(false)
  })

  it('does not open with another key', () => {
    const sealed = seal(secret, key)
    const other = Buffer.from(key)
    other.writeUInt8(other.readUInt8(31) ^ 1, 31)
    expect(() => unseal(sealed, other)).toThrow()
    expect(() => unseal(sealed, randomBytes(32))).toThrow()
  })

  it('does not open after any one byte is changed', () => {
    const sealed = seal(secret, key)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => unseal(changed, key), `byte ${at}`).toThrow()
    }
  })

  it.each([secret, Buffer.alloc(0)])('does not open after it is truncated', (text) => {
    const sealed = seal(text, key)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(sealed.subarray(0, length), key), `${length} bytes`).toThrow()
    }
  })
})
