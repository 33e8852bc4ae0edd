import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxTerms } from '../tax/lineTax.core.ts'
import { billLine } from '../testing/billLines.ts'
import { type BillInput, computeBill, pendingDueAt } from './bill.core.ts'
import type { Discount } from './discount.core.ts'

const bill = (amounts: readonly number[], more: Partial<BillInput> = {}) =>
  computeBill({
    lines: amounts.map((amount) => billLine(amount)),
    discount: null,
    tax: null,
    balance: 0,
    ...more,
  })
const percentOff = (percent: number): Discount => ({
  name: 'LESS',
  percentOff: percent,
  amountOff: null,
})
const amountOff = (amount: number): Discount => ({
  name: 'LESS',
  percentOff: null,
  amountOff: amount,
})
const vat = (percentage: number, isInclusive = false): TaxTerms => ({
  name: 'VAT',
  percentage,
  isInclusive,
})
const sumOf = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

const line = fc
  .record({
    amount: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    isDiscountable: fc.boolean(),
    type: fc.constantFrom('recurring' as const, 'usage' as const, 'topup' as const),
  })
  .map(({ amount, ...more }) => billLine(amount, more))
const discount = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 10_000 }).map((percent) => percentOff(percent / 100)),
  fc.integer({ min: 1, max: 5_000_000 }).map(amountOff),
)
const tax = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.boolean())
    .map(([thousandths, isInclusive]) => vat(thousandths / 1_000, isInclusive)),
)
const input: fc.Arbitrary<BillInput> = fc.record({
  lines: fc.array(line, { maxLength: 20 }),
  discount,
  tax,
  balance: fc.nat(5_000_000),
})

describe('a bill', () => {
  it('adds tax to each line, rounded once and half to even', () => {
    const { lines, ...totals } = bill([1_000, 25, 35, 333], { tax: vat(10) })
    expect(lines.map((each) => each.tax)).toEqual([100, 2, 4, 33])
    expect(totals).toEqual({
      subtotal: 1_393,
      discount: 0,
      creditsApplied: 0,
      tax: 139,
      total: 1_532,
      carried: 0,
    })
  })

  it('extracts the tax from tax-inclusive prices, so that the total equals the price', () => {
    const { lines, ...totals } = bill([1_190, 999], { tax: vat(19, true) })
    expect(lines.map((each) => [each.subtotal, each.tax, each.total])).toEqual([
      [1_000, 190, 1_190],
      [839, 160, 999],
    ])
    expect(totals).toMatchObject({ subtotal: 1_839, tax: 350, total: 2_189 })
  })

  it('takes a percentage off each discountable line and taxes the rest', () => {
    const lines = [billLine(1_005), billLine(500, { isDiscountable: false }), billLine(-200)]
    const result = bill([], { lines, discount: percentOff(10), tax: vat(20) })
    expect(result.lines.map((each) => each.discount)).toEqual([100, 0, 0])
    expect(result.lines.map((each) => each.tax)).toEqual([181, 100, -40])
    expect(result).toMatchObject({ subtotal: 1_305, discount: 100, tax: 241, total: 1_446 })
  })

  it('spreads a fixed discount over the lines and never exceeds their total', () => {
    const shared = bill([100, 100, 100], { discount: amountOff(100) })
    expect(shared.lines.map((each) => each.discount)).toEqual([34, 33, 33])
    expect(bill([300, -50], { discount: amountOff(1_000) })).toMatchObject({
      discount: 300,
      total: 0,
      carried: 50,
    })
  })

  it('shows the discount without tax if prices include tax', () => {
    const { lines, ...totals } = bill([1_190], { discount: amountOff(119), tax: vat(19, true) })
    expect(lines[0]).toMatchObject({ subtotal: 1_000, discount: 100, tax: 171, total: 1_071 })
    expect(totals).toMatchObject({ subtotal: 1_000, discount: 100, tax: 171, total: 1_071 })
  })

  it('applies prepaid money after tax, and never more than is due', () => {
    expect(bill([1_000], { tax: vat(20), balance: 500 })).toMatchObject({
      creditsApplied: 500,
      total: 700,
    })
    expect(bill([1_000], { tax: vat(20), balance: 5_000 })).toMatchObject({
      creditsApplied: 1_200,
      total: 0,
    })
  })

  it('does not tax a top-up of prepaid money, because the purchases it pays for are taxed', () => {
    const lines = [billLine(1_000, { type: 'topup' }), billLine(1_000, { type: 'credit_package' })]
    const added = bill([], { lines, tax: vat(20) })
    expect(added.lines.map((each) => each.tax)).toEqual([0, 200])
    const within = bill([], { lines, tax: vat(25, true) })
    expect(within.lines.map((each) => [each.subtotal, each.tax])).toEqual([
      [1_000, 0],
      [800, 200],
    ])
  })

  it('carries a negative total over and adds a line that brings the bill to zero', () => {
    const { lines, ...totals } = bill([300, -1_000], { tax: vat(20), balance: 50 })
    expect(lines.at(-1)).toMatchObject({
      type: 'proration',
      description: 'Carried over to the next invoice',
      subtotal: 700,
      tax: 140,
      total: 840,
    })
    expect(totals).toEqual({
      subtotal: 0,
      discount: 0,
      creditsApplied: 0,
      tax: 0,
      total: 0,
      carried: 700,
    })
    expect(bill([300, -1_000], { tax: vat(25, true) }).carried).toBe(700)
  })

  it('carries over the right amount when an untaxed top-up is on the bill', () => {
    const lines = [billLine(10_000, { type: 'topup' }), billLine(-9_000)]
    // 10,800 is credited and 10,000 is due. The difference is 800, which is 667 plus its tax.
    expect(bill([], { lines, tax: vat(20) })).toMatchObject({ total: 0, carried: 667 })
    expect(bill([-667], { tax: vat(20) }).lines[0]?.total).toBe(-800)
    expect(bill([], { lines: [...lines, billLine(-2_000)], tax: vat(20, true) }).carried).toBe(
      1_000,
    )
  })

  it('omits lines with an amount of zero', () => {
    expect(bill([0, 500, 0]).lines).toHaveLength(1)
    expect(bill([0, 0], { balance: 10 })).toEqual({
      lines: [],
      subtotal: 0,
      discount: 0,
      creditsApplied: 0,
      tax: 0,
      total: 0,
      carried: 0,
    })
  })

  it('is the sum of its rounded lines and does not drift over 81 lines of usage', () => {
    // 81 lines of 12.345 currency units each would drift if the sum were rounded instead.
    const result = bill(Array<number>(81).fill(1_235), { tax: vat(7.7), discount: percentOff(3) })
    const [first] = result.lines
    expect(first).toMatchObject({ subtotal: 1_235, discount: 37, tax: 92, total: 1_290 })
    expect(result).toMatchObject({
      subtotal: 81 * 1_235,
      discount: 81 * 37,
      tax: 81 * 92,
      total: 81 * 1_290,
    })
  })

  it('is computed in minor units only, so that yen and dinars behave alike', () => {
    expect(bill([980], { tax: vat(10, true) })).toMatchObject({
      subtotal: 891,
      tax: 89,
      total: 980,
    })
    expect(bill([12_345], { tax: vat(5) })).toMatchObject({ tax: 617, total: 12_962 })
  })
})

describe('every bill', () => {
  it('adds up per line and in total, in whole minor units, and is never negative', () => {
    fc.assert(
      fc.property(input, (given) => {
        const result = computeBill(given)
        for (const key of ['subtotal', 'discount', 'tax'] as const) {
          expect(sumOf(result.lines.map((each) => each[key]))).toBe(result[key])
        }
        for (const each of result.lines) {
          expect(each.total).toBe(each.subtotal - each.discount + each.tax)
          expect([each.subtotal, each.discount, each.tax].every(Number.isSafeInteger)).toBe(true)
          expect(Object.is(each.tax, -0) || Object.is(each.discount, -0)).toBe(false)
        }
        const { subtotal, discount: less, creditsApplied, tax: taxed, total, carried } = result
        expect(total).toBe(subtotal - less - creditsApplied + taxed)
        expect(Math.min(total, carried, creditsApplied)).toBeGreaterThanOrEqual(0)
        expect(creditsApplied).toBeLessThanOrEqual(given.balance)
        expect(
          total === 0 || creditsApplied === Math.min(given.balance, total + creditsApplied),
        ).toBe(true)
        expect(carried === 0 || total + creditsApplied === 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('applies a fixed discount exactly, and only to discountable lines', () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 9_000_000 }), (lines, amount) => {
        const result = computeBill({ lines, discount: amountOff(amount), tax: null, balance: 0 })
        const open = lines.filter((each) => each.isDiscountable && each.amount > 0)
        expect(result.discount).toBe(Math.min(amount, sumOf(open.map((each) => each.amount))))
        for (const each of result.lines) {
          expect(each.discount).toBeGreaterThanOrEqual(0)
          if (!each.isDiscountable || each.amount < 0) expect(each.discount).toBe(0)
          else expect(each.discount).toBeLessThanOrEqual(each.amount)
        }
      }),
    )
  })

  it('equals the price less the discount if prices include tax', () => {
    fc.assert(
      fc.property(fc.array(line), discount, fc.nat(100_000), (lines, off, thousandths) => {
        const taxed = computeBill({
          lines,
          discount: off,
          tax: vat(thousandths / 1_000, true),
          balance: 0,
        })
        const plain = computeBill({ lines, discount: off, tax: null, balance: 0 })
        expect(taxed.lines.map((each) => each.total)).toEqual(plain.lines.map((each) => each.total))
        expect(taxed.carried).toBe(plain.carried)
        for (const each of taxed.lines) expect(each.discount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('has the same total in any order of its lines', () => {
    const shuffled = input.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray([...given.lines], {
          minLength: given.lines.length,
          maxLength: given.lines.length,
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([given, lines]) => {
        const { lines: _, ...totals } = computeBill(given)
        expect(computeBill({ ...given, lines })).toMatchObject(totals)
      }),
      { numRuns: 500 },
    )
  })

  it('carries over the credit that one bill for all lines would have used', () => {
    const amount = fc.integer({ min: -100_000, max: 100_000 })
    const asked = fc.oneof(
      amount.map((each) => billLine(each)),
      fc.nat(100_000).map((each) => billLine(each, { type: 'topup' })),
    )
    const some = fc.array(asked, { maxLength: 10 })
    fc.assert(
      fc.property(some, some, tax, (first, later, terms) => {
        const before = bill([], { lines: first, tax: terms })
        const left = before.carried > 0 ? [billLine(-before.carried)] : []
        const large = billLine(3_000_000)
        const after = bill([], { lines: [...left, ...later, large], tax: terms })
        const together = bill([], { lines: [...first, ...later, large], tax: terms })
        const paid = before.total + after.total - together.total
        // Tax is rounded once per line. The tax of one line may therefore differ from the tax of
        // the lines that it replaces.
        const isExact = terms === null || terms.isInclusive
        const most = isExact ? 0 : first.length + later.length + 2
        expect(Math.abs(paid)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 500 },
    )
  })
})

// The examples in docs/guides/tax.md.

it('bills three lines of €0.99 with 19% on top', () => {
  const tax = { name: 'USt', percentage: 19, isInclusive: false }
  const lines = [billLine(99), billLine(99), billLine(99)]
  const bill = computeBill({ lines, discount: null, tax, balance: 0 })
  expect(bill.lines.map((line) => line.tax)).toEqual([19, 19, 19])
  expect(bill).toMatchObject({ subtotal: 297, tax: 57, total: 354 })
})

it('bills a line of €10.00 that includes 19% tax, with 10% off', () => {
  const tax = { name: 'USt', percentage: 19, isInclusive: true }
  const discount = { name: 'TEN', percentOff: 10, amountOff: null }
  const bill = computeBill({ lines: [billLine(1_000)], discount, tax, balance: 0 })
  expect(bill).toMatchObject({ subtotal: 840, discount: 84, tax: 144, total: 900 })
})

describe('pending lines', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 'UTC', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:30:00Z', 'UTC', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:30:00Z', 'Europe/Berlin', '2026-02-28T23:00:00.000Z'],
    ['2026-03-01T02:00:00Z', 'America/New_York', '2026-03-01T05:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 'UTC', '2027-01-01T00:00:00.000Z'],
  ])('from %s in %s are due at %s', (oldest, timezone, due) => {
    expect(pendingDueAt(new Date(oldest), timezone).toISOString()).toBe(due)
  })
})
