import type { Pricing } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, formatAmount, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { priceQuantity } from '../../catalog/core.ts'
import { chargeOf, perUnitPricing, planOf } from '../testing/billedPlan.ts'
import { applyPortion, remainingPortion, WHOLE } from './proration.core.ts'
import { type ChargedUsage, invoicedForUsage, usageLines } from './usageLines.core.ts'

const may = { start: new Date('2026-05-01T00:00:00Z'), end: new Date('2026-06-01T00:00:00Z') }
const june = { start: may.end, end: new Date('2026-07-01T00:00:00Z') }

const calls = (pricing: Pricing, minimum: number | null = null) =>
  planOf([chargeOf({ type: 'usage', name: 'API calls', pricing, minimum })])

const usageOf = (quantity: number | Amount, billed: number | Amount = 0, period = june) => ({
  chargeId: 'chg_1',
  metricId: 'met_1',
  period,
  quantity: typeof quantity === 'number' ? parseAmount(quantity) : quantity,
  billed: typeof billed === 'number' ? parseAmount(billed) : billed,
})

describe('the usage of a period', () => {
  it('is one line with the used quantity', () => {
    const [line] = usageLines(calls(perUnitPricing('0.004')), june, WHOLE, [usageOf(1_234_567)])
    expect(line).toMatchObject({
      type: 'usage',
      description: 'Pro – API calls (1,234,567 used)',
      metricId: 'met_1',
      quantity: parseAmount(1_234_567),
      unitAmount: parseAmount('0.004'),
      amount: 4_938,
      periodStart: june.start,
      periodEnd: june.end,
    })
  })

  it('is an overage if credits did not cover it', () => {
    const plan = { ...calls(perUnitPricing('1')), overflowMetricIds: ['met_1'] }
    expect(usageLines(plan, june, WHOLE, [usageOf(3)])).toMatchObject([{ type: 'overage' }])
  })

  it('has a minimum even without usage, prorated for a part of a period', () => {
    const plan = calls(perUnitPricing('1'), 100)
    const half = remainingPortion(june, new Date('2026-06-16T00:00:00Z'))
    expect(usageLines(plan, june, WHOLE, [usageOf(30)])).toMatchObject([
      { type: 'usage', amount: 30 },
      { type: 'minimum', amount: 70, description: 'Pro – API calls (up to the minimum)' },
    ])
    expect(usageLines(plan, june, half, [])).toMatchObject([{ type: 'minimum', amount: 50 }])
    expect(usageLines(plan, june, WHOLE, [usageOf(100)])).toMatchObject([{ type: 'usage' }])
    expect(usageLines(plan, null, WHOLE, [])).toEqual([])
  })

  it('does not bill the minimum of a recurring charge, which is billed with the charge', () => {
    const plan = planOf([
      chargeOf({ pricing: perUnitPricing('1'), minimum: 100 }),
      chargeOf({ pricing: perUnitPricing('1'), minimum: 100, timing: 'in_arrears' }, 'arrears'),
      chargeOf({ pricing: perUnitPricing('1'), minimum: 100, type: 'one_off' }, 'once'),
    ])
    expect(usageLines(plan, june, WHOLE, [])).toEqual([])
  })

  it('is billed even if its period started before the billed part', () => {
    const plan = calls(perUnitPricing('1'), 10)
    const rest = { start: new Date('2026-06-11T00:00:00Z'), end: june.end }
    expect(usageLines(plan, rest, WHOLE, [usageOf(4)])).toMatchObject([
      { type: 'usage', amount: 4 },
      { type: 'minimum', amount: 6 },
    ])
  })

  it('excludes quantities billed earlier in the period, before the customer left the plan and returned', () => {
    const plan = calls(perUnitPricing('1'), 10)
    expect(usageLines(plan, june, WHOLE, [usageOf(13, 10)])).toMatchObject([
      { type: 'usage', amount: 3, quantity: parseAmount(3) },
      { type: 'minimum', amount: 7 },
    ])
  })

  it('is ignored for a charge that the plan does not have', () => {
    const other = { ...usageOf(5), chargeId: 'chg_9' }
    expect(usageLines(calls(perUnitPricing('1')), june, WHOLE, [other])).toEqual([])
  })
})

describe('late usage', () => {
  it('is billed with the next period on a separate line', () => {
    const lines = usageLines(calls(perUnitPricing('2')), june, WHOLE, [
      usageOf(5),
      usageOf(12, 10, may),
    ])
    expect(lines).toMatchObject([
      { description: 'Pro – API calls (5 used)', amount: 10, periodStart: june.start },
      {
        description: 'Pro – API calls (2 used, reported late)',
        amount: 4,
        quantity: parseAmount(2),
        unitAmount: parseAmount(2),
        periodStart: may.start,
      },
    ])
  })

  it('costs nothing below the minimum, and only the difference above it', () => {
    const plan = calls(perUnitPricing('1'), 100)
    expect(usageLines(plan, null, WHOLE, [usageOf(90, 0, may)])).toEqual([])
    expect(usageLines(plan, null, WHOLE, [usageOf(130, 40, may)])).toMatchObject([
      { type: 'usage', amount: 30, unitAmount: null },
    ])
  })

  it('that is withdrawn is credited', () => {
    expect(
      usageLines(calls(perUnitPricing('3')), null, WHOLE, [usageOf(4, 10, may)]),
    ).toMatchObject([
      {
        description: 'Pro – API calls (6 fewer, corrected)',
        amount: -18,
        isDiscountable: false,
        quantity: parseAmount(-6),
      },
    ])
  })

  it.each([
    ['half of the price', 15, -9],
    ['nothing', 0, undefined],
    ['more than the price, because of a minimum', 300, -18],
  ])(
    'that is withdrawn is credited at its share of the invoiced amount, which was %s',
    (_what, total, credit) => {
      const withdrawn = { ...usageOf(4, 10, may), invoiced: { usage: total, total } }
      const [late] = usageLines(calls(perUnitPricing('3')), null, WHOLE, [withdrawn])
      expect(late?.amount).toBe(credit)
      const [current] = usageLines(calls(perUnitPricing('3')), may, WHOLE, [withdrawn])
      expect(current?.amount).toBe(credit)
    },
  )
})

const price = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units) => formatAmount({ units }))
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 4 }),
    fc.array(fc.tuple(price, fc.nat(1_000)), { minLength: 5, maxLength: 5 }),
  )
  .map(([bounds, prices]) =>
    [...bounds.sort((a, b) => a - b), null].map((upTo, at) => ({
      upTo,
      unitAmount: prices[at]?.[0] ?? '0',
      flatAmount: prices[at]?.[1] ?? 0,
    })),
  )
const pricing: fc.Arbitrary<Pricing> = fc.oneof(
  price.map(perUnitPricing),
  fc.record({ model: fc.constantFrom('graduated', 'volume'), tiers }),
  fc.record({
    model: fc.constant('package'),
    packageSize: fc.integer({ min: 1, max: 50 }),
    amount: price,
  }),
)

it('usage that is reported in parts costs the rounded price of the whole', () => {
  const steps = fc.array(
    fc.bigInt({ min: -(10n ** 11n), max: 10n ** 12n }).map((units): Amount => ({ units })),
    { minLength: 1, maxLength: 10 },
  )
  const minimum = fc.option(fc.nat(100_000))
  fc.assert(
    fc.property(pricing, minimum, steps, (model, least, totals) => {
      const plan = calls(model, least)
      let billed = ZERO
      let asked = 0
      for (const [at, quantity] of totals.entries()) {
        const usage: ChargedUsage = usageOf(quantity, billed)
        const lines = usageLines(plan, at === 0 ? june : null, WHOLE, [usage])
        for (const { amount } of lines) asked += amount
        billed = quantity
        const whole = applyPortion(priceQuantity(model, quantity), WHOLE)
        expect(asked).toBe(Math.max(whole, least ?? 0))
      }
    }),
    { numRuns: 500 },
  )
})

it('81 lines of a third of a cent each do not drift from the total price', () => {
  const plan = calls(perUnitPricing('0.333333333'))
  let asked = 0
  for (let n = 1; n <= 81; n += 1) {
    for (const { amount } of usageLines(plan, null, WHOLE, [usageOf(n, n - 1)])) asked += amount
  }
  expect(asked).toBe(27)
})

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
const february = { start: day('2026-02-01'), end: day('2026-03-01') }
const line = (
  chargeId: string,
  type: 'usage' | 'overage' | 'minimum',
  amount: number,
  from = '2026-02-01',
) => ({ chargeId, type, amount, periodStart: day(from) })

describe('the amount invoiced for usage', () => {
  it.each([
    ['zero without lines', [], { usage: 0, total: 0 }],
    [
      'the sum of its lines',
      [line('calls', 'usage', 300), line('calls', 'overage', 45)],
      { usage: 345, total: 345 },
    ],
    [
      'without the minimum, which only the total includes',
      [line('calls', 'usage', 300), line('calls', 'minimum', 700)],
      { usage: 300, total: 1_000 },
    ],
    [
      'reduced by a credit line',
      [line('calls', 'usage', 300), line('calls', 'usage', -120)],
      { usage: 180, total: 180 },
    ],
    ['zero for lines of another charge', [line('seats', 'usage', 300)], { usage: 0, total: 0 }],
    [
      'zero for lines of the previous period',
      [line('calls', 'usage', 300, '2026-01-31')],
      { usage: 0, total: 0 },
    ],
    [
      'zero for lines of the next period',
      [line('calls', 'usage', 300, '2026-03-01')],
      { usage: 0, total: 0 },
    ],
    [
      'the amount billed for its last day',
      [line('calls', 'usage', 300, '2026-02-28')],
      { usage: 300, total: 300 },
    ],
  ] as const)('is %s', (_, lines, invoiced) => {
    expect(invoicedForUsage(lines, { chargeId: 'calls', period: february })).toEqual(invoiced)
  })

  it('is everything since the start if the period has no end', () => {
    const lines = [line('calls', 'usage', 1, '2026-01-31'), line('calls', 'usage', 2, '2031-05-01')]
    const usage = { chargeId: 'calls', period: { start: february.start, end: null } }
    expect(invoicedForUsage(lines, usage)).toEqual({ usage: 2, total: 2 })
  })
})
