import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainDecimal } from './plainDecimal.ts'

describe('plainDecimal', () => {
  test.each([
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-1e-9, '-0.000000001'],
    [1.234e25, '12340000000000000000000000'],
    [0.1, '0.1'],
    [-0, '0'],
  ])('prints %f as %s', (value, plain) => {
    expect(plainDecimal(value)).toBe(plain)
  })

  test('keeps every digit and never uses an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const plain = plainDecimal(value)
        expect(plain).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(plain) === value).toBe(true)
      }),
    )
  })
})
