import { describe, expect, it } from 'vitest'
import { pricePerCredit } from './pricePerCredit.ts'

describe('pricePerCredit', () => {
  it.each([
    [1_000, 500, '2'],
    [900, 100, '9'],
    [1_000, 3, '333.3333'],
    [2_000, 3, '666.6667'],
    [1, 1_000_000, '0'],
    [15, 1_000, '0.015'],
    [100, 0.5, '200'],
    [0, 100, null],
    [100, 0, null],
  ])('divides a price of %s by %s credits: %s', (price, credits, expected) => {
    expect(pricePerCredit(price, credits)).toBe(expected)
  })
})
