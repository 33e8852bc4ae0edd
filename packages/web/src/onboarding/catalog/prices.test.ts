import { expect, test } from 'vitest'
import { parseEnglishAmount, printAmount } from './prices.ts'

test.each([
  ['29', 2, 2900],
  ['29.5', 2, 2950],
  [' 1,290.00 ', 2, 129000],
  ['0', 2, 0],
  ['3000', 0, 3000],
  ['1.234', 3, 1234],
  ['29.', 2, 2900],
  ['1.234', 2, null],
  ['29.5', 0, null],
  ['1,29', 2, null],
  ['12,34,567', 2, null],
  ['-5', 2, null],
  ['$29', 2, null],
  ['1e3', 2, null],
  ['', 2, null],
  ['99999999999999999', 2, null],
])('parseEnglishAmount parses %j with %d decimals as %j', (text, scale, amount) => {
  expect(parseEnglishAmount(text, scale)).toBe(amount)
})

test.each([
  [2900, 2, '29.00'],
  [5, 2, '0.05'],
  [0, 2, '0.00'],
  [3000, 0, '3000'],
  [1234, 3, '1.234'],
  ['0.4', 2, '0.004'],
  ['1200', 2, '12.00'],
])('printAmount prints %j with %d decimals as %s', (minorUnits, scale, text) => {
  expect(printAmount(minorUnits, scale)).toBe(text)
})
