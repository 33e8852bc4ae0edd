import { expect, it } from 'vitest'
import { yearlyPrice } from './comparePrices.ts'

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
])('%d a month and %d', (month, shown, expected) => {
  expect(yearlyPrice(month, shown)).toEqual(expected)
})
