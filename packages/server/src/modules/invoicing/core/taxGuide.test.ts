import { expect, it } from 'vitest'
import { billLine } from '../testing/billLines.ts'
import { computeBill } from './bill.ts'

// The examples of docs/guides/tax.md.

it('three lines of €0.99 with 19 % on top', () => {
  const tax = { name: 'USt', percentage: 19, isInclusive: false }
  const lines = [billLine(99), billLine(99), billLine(99)]
  const bill = computeBill({ lines, discount: null, tax, balance: 0 })
  expect(bill.lines.map((line) => line.tax)).toEqual([19, 19, 19])
  expect(bill).toMatchObject({ subtotal: 297, tax: 57, total: 354 })
})

it('a line of €10.00 with 19 % in it and 10 % off', () => {
  const tax = { name: 'USt', percentage: 19, isInclusive: true }
  const discount = { name: 'TEN', percentOff: 10, amountOff: null }
  const bill = computeBill({ lines: [billLine(1_000)], discount, tax, balance: 0 })
  expect(bill).toMatchObject({ subtotal: 840, discount: 84, tax: 144, total: 900 })
})
