import type { Pricing } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import type { BillLine } from '../../invoicing/core.ts'
import { chargeOf, flatPricing, perUnitPricing, planOf } from '../testing/billedPlan.ts'
import { advanceLines, arrearsLines, oneOffLines, recurringAmount } from './chargeLines.core.ts'
import { remainingPortion, WHOLE } from './proration.core.ts'

const june = { start: new Date('2026-06-01T00:00:00Z'), end: new Date('2026-07-01T00:00:00Z') }
const midJune = new Date('2026-06-16T00:00:00Z')

const shown = (lines: readonly BillLine[]) =>
  lines.map(({ type, description, quantity, unitAmount, amount }) => [
    type,
    description,
    formatAmount(quantity),
    unitAmount && formatAmount(unitAmount),
    amount,
  ])

const graduated: Pricing = {
  model: 'graduated',
  tiers: [
    { upTo: 5, unitAmount: '700', flatAmount: 0 },
    { upTo: null, unitAmount: '650', flatAmount: 100 },
  ],
}
const volume: Pricing = { ...graduated, model: 'volume' }
const seats = (pricing: Pricing, quantity: number) =>
  planOf([chargeOf({ name: 'Seats', pricing, featureSlug: 'seats' })], { seats: quantity })

describe('charges in advance', () => {
  it('become one line each for the period', () => {
    const [line] = advanceLines(planOf([chargeOf({ pricing: flatPricing(2_000) })]), june, WHOLE)
    expect(line).toEqual({
      type: 'recurring',
      description: 'Pro – Base fee',
      subscriptionId: 'sub_1',
      planId: 'pln_1',
      chargeId: 'chg_1',
      metricId: null,
      quantity: { units: 1_000_000_000n },
      unitAmount: { units: 2_000_000_000_000n },
      amount: 2_000,
      isDiscountable: true,
      periodStart: june.start,
      periodEnd: june.end,
    })
  })

  it.each([
    ['flat, once for any number', flatPricing(500), 7, '1', '500', 500],
    ['per unit', perUnitPricing('12.5'), 3, '3', '12.5', 38],
    ['per unit, half to even', perUnitPricing('12.5'), 1, '1', '12.5', 12],
    ['graduated in the first tier', graduated, 5, '5', '700', 3_500],
    ['graduated over two tiers', graduated, 6, '6', null, 4_250],
    ['volume in the first tier', volume, 5, '5', '700', 3_500],
    ['volume with a flat amount', volume, 6, '6', null, 4_000],
    ['package', { model: 'package', packageSize: 10, amount: '900' }, 11, '11', null, 1_800],
  ] as const)(
    'bill seats with this pricing: %s',
    (_name, pricing, quantity, shownQuantity, unit, amount) => {
      expect(shown(advanceLines(seats(pricing, quantity), june, WHOLE))).toEqual([
        ['recurring', 'Pro – Seats', shownQuantity, unit, amount],
      ])
    },
  )

  it('use the plan’s number of seats if the subscription names none', () => {
    const seatCharge = chargeOf({
      pricing: perUnitPricing('10'),
      featureSlug: 'seats',
      quantity: 4,
    })
    expect(advanceLines(planOf([seatCharge]), june, WHOLE)).toMatchObject([{ amount: 40 }])
    expect(advanceLines(planOf([seatCharge], { seats: 0 }), june, WHOLE)).toEqual([])
    expect(advanceLines(planOf([seatCharge], { other: 9 }), june, WHOLE)).toMatchObject([
      { amount: 40 },
    ])
  })

  it('for a part of the period cost their share of the time, rounded once', () => {
    const plan = planOf([
      chargeOf({ pricing: flatPricing(999) }),
      chargeOf({ pricing: flatPricing(1_001) }, 'b'),
    ])
    const rest = { start: midJune, end: june.end }
    const lines = advanceLines(plan, rest, remainingPortion(june, midJune))
    expect(shown(lines)).toEqual([
      ['recurring', 'Pro – Base fee (prorated)', '1', null, 500],
      ['recurring', 'Pro – Base fee (prorated)', '1', null, 500],
    ])
    expect(lines[0]).toMatchObject({ periodStart: midJune, periodEnd: june.end })
  })

  it('get a separate line up to their minimum, prorated like the charge', () => {
    const plan = planOf([chargeOf({ pricing: perUnitPricing('10'), minimum: 101 })], {})
    expect(shown(advanceLines(plan, june, WHOLE))).toEqual([
      ['recurring', 'Pro – Base fee', '1', '10', 10],
      ['minimum', 'Pro – Base fee (up to the minimum)', '1', '91', 91],
    ])
    const half = advanceLines(plan, june, remainingPortion(june, midJune))
    expect(half.map(({ amount }) => amount)).toEqual([5, 45])
  })

  it('get no line up to a minimum that they reach', () => {
    for (const minimum of [10, 9]) {
      const plan = planOf([chargeOf({ pricing: perUnitPricing('10'), minimum })])
      expect(shown(advanceLines(plan, june, WHOLE))).toEqual([
        ['recurring', 'Pro – Base fee', '1', '10', 10],
      ])
    }
  })

  it('have no line if they are free, and lines of other charges are separate', () => {
    const plan = planOf([
      chargeOf({ pricing: flatPricing(0) }),
      chargeOf({ pricing: flatPricing(5), timing: 'in_arrears' }, 'arrears'),
      chargeOf({ pricing: flatPricing(6), type: 'one_off' }, 'once'),
      chargeOf({ pricing: perUnitPricing('1'), type: 'usage' }, 'usage'),
    ])
    expect(advanceLines(plan, june, WHOLE)).toEqual([])
    expect(arrearsLines(plan, june, WHOLE)).toMatchObject([
      { type: 'recurring', chargeId: 'arrears', amount: 5 },
    ])
    expect(oneOffLines(plan, june.start)).toMatchObject([
      { type: 'one_off', chargeId: 'once', amount: 6, periodStart: june.start },
    ])
  })
})

it('the price of a plan is the sum of its recurring charges, at least at their minimums', () => {
  const plan = planOf([
    chargeOf({ pricing: flatPricing(1_000) }),
    chargeOf({ pricing: perUnitPricing('2'), featureSlug: 'seats', minimum: 50 }, 'b'),
    chargeOf({ pricing: flatPricing(9), timing: 'in_arrears' }, 'c'),
    chargeOf({ pricing: flatPricing(7_777), type: 'one_off' }, 'd'),
    chargeOf({ pricing: perUnitPricing('3'), type: 'usage', minimum: 8_888 }, 'e'),
  ])
  expect(recurringAmount(plan)).toBe(1_059)
})

type Model = 'volume' | 'graduated'

const priceOf = (model: Model, tiers: readonly (readonly [number | null, number])[]) => {
  const pricing: Pricing = {
    model,
    tiers: tiers.map(([upTo, amount]) => ({ upTo, unitAmount: String(amount), flatAmount: 0 })),
  }
  const charge = chargeOf({ pricing, featureSlug: 'units' })
  return (units: number) => advanceLines(planOf([charge], { units }), june, WHOLE)[0]?.amount
}

describe("as in Stripe's published examples", () => {
  // https://docs.stripe.com/subscriptions/pricing-models/tiered-pricing
  const fonts = [
    [5, 700],
    [10, 650],
    [null, 600],
  ] as const

  it.each([
    [1, 700],
    [5, 3_500],
    [6, 3_900],
    [20, 12_000],
    [25, 15_000],
  ])('%i fonts with volume pricing cost %i', (quantity, cost) => {
    expect(priceOf('volume', fonts)(quantity)).toBe(cost)
  })

  it('5 fonts with graduated pricing cost the same as with volume pricing', () => {
    expect(priceOf('graduated', fonts)(5)).toBe(3_500)
  })

  // https://stripe.com/docs/billing/subscriptions/tiers
  const units = [
    [5, 500],
    [10, 400],
    [15, 300],
    [20, 200],
    [null, 100],
  ] as const

  it.each([
    [1, 500],
    [5, 2_500],
    [6, 2_400],
    [20, 4_000],
    [25, 2_500],
  ])('%i units with volume pricing cost %i', (quantity, cost) => {
    expect(priceOf('volume', units)(quantity)).toBe(cost)
  })

  it('6 units with graduated pricing cost 29 USD', () => {
    expect(priceOf('graduated', units)(6)).toBe(2_900)
  })
})
