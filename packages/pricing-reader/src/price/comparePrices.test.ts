import { describe, expect, it } from 'vitest'
import { isRounded, isSamePerUnit, perUnit, yearlyPrice } from './comparePrices.ts'

describe('yearlyPrice', () => {
  it.each([
    [1000, 10000, { amountMinor: 10000 }],
    [1000, 12000, { amountMinor: 12000 }],
    [1000, 800, { amountMinor: 9600, printed: { interval: 'month', amountMinor: 800 } }],
    [1000, 1000, { amountMinor: 12000, printed: { interval: 'month', amountMinor: 1000 } }],
    [1000, 2000, null],
    [1000, 4000, { amountMinor: 4000 }],
    [1000, 3900, null],
    [1000, 100, null],
    [1000, 50000, null],
    [0, 100, null],
  ])('with a monthly price of %d reads %d as %j', (month, shown, expected) => {
    expect(yearlyPrice(month, shown)).toEqual(expected)
  })
})

describe('perUnit', () => {
  it.each([
    ['0.3', 1, '0.1', 3, false],
    ['0.3', 3, '0.1', 1, true],
    ['1.20', 1_000, '0.0012', 1, true],
    ['5', 100, '0.05', 1, true],
    ['5', 100, '0.051', 1, false],
  ])('%s for %d and %s for %d are the same price: %s', (amount, per, other, others, isSame) => {
    expect(isSamePerUnit(perUnit(amount, per), perUnit(other, others))).toBe(isSame)
  })

  it.each([
    ['0.36', '54', 150, true],
    ['0.12', '9.99', 83, true],
    ['0.12', '9.99', 80, true],
    ['0.12', '9.99', 90, false],
    ['10', '1000', 100, true],
    ['10', '1000', 90, false],
  ])('%s each is %s for %d, rounded: %s', (each, amount, per, isSo) => {
    expect(isRounded(perUnit(each, 1), perUnit(amount, per))).toBe(isSo)
  })

  it('is null without a valid amount and number of units', () => {
    for (const [amount, per] of [
      ['1e3', 1],
      ['-1', 1],
      ['1', 0],
      ['1', 0.5],
      ['', 1],
    ] as const) {
      expect(perUnit(amount, per)).toBeNull()
    }
    expect(isSamePerUnit(null, null)).toBe(false)
  })
})
