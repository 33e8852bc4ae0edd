import { expect, it } from 'vitest'
import { minorUnitPrice, usagePricing } from './unitPrice.core.ts'

it.each([
  ['0.002', 1, 2, '0.2', true],
  ['15', 1_000_000, 2, '0.0015', true],
  ['1', 3, 0, '0.333333333', false],
  ['12', 1, 0, '12', true],
  ['0.5', 1, 3, '500', true],
  ['1', 0.5, 2, '200', true],
])('calculates the unit price of %s for %d', (amount, per, scale, unitAmount, isExact) => {
  expect(minorUnitPrice(amount, per, scale)).toEqual({ unitAmount, isExact })
})

it.each([
  ['0', 1],
  ['-1', 1],
  ['free', 1],
  ['1e3', 1],
  ['0.0000000000001', 1],
  ['999999999999999', 0.000001],
  ['1', 0],
  ['1', -1],
  ['1', Number.NaN],
  ['1', 1 / 3],
])('rejects %s for %d', (amount, per) => {
  expect(minorUnitPrice(amount, per, 2)).toBeNull()
})

it('charges per unit if that is exact, and otherwise per package', () => {
  expect(usagePricing({ amount: '2', per: 1_000 }, 0, 2)?.pricing).toEqual({
    model: 'per_unit',
    unitAmount: '0.2',
  })
  expect(usagePricing({ amount: '1', per: 3 }, 0, 0)).toEqual({
    pricing: { model: 'package', packageSize: 3, amount: '1' },
    isExact: true,
  })
  expect(usagePricing({ amount: '1', per: 3 }, 10, 0)).toMatchObject({ isExact: false })
})
