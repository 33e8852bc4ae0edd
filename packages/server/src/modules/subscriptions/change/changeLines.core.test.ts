import type { Plan } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { chargeOf, flatPricing, perUnitPricing } from '../testing/billedPlan.ts'
import { periodAfterChange } from './change.core.ts'
import {
  type ChangedPlan,
  changeDiscount,
  changeLines,
  type PlanChange,
  withheldLines,
} from './changeLines.core.ts'

const START = new Date('2026-01-01T00:00:00Z')
const END = new Date('2026-02-01T00:00:00Z')
const MIDDLE = new Date('2026-01-16T12:00:00Z')

const subscription = {
  id: 'sub_1',
  customerId: 'c',
  status: 'active',
  billingAnchor: START,
  currentPeriodStart: START,
  currentPeriodEnd: END,
  invoicedThrough: null,
} as SubscriptionRecord

const planOf = (
  planId: string,
  charges: Plan['charges'],
  interval: 'month' | 'year' = 'month',
  quantities: Record<string, number> = {},
): ChangedPlan => ({
  subscriptionId: 'sub_1',
  planId,
  planName: planId,
  charges,
  quantities,
  plan: { version: 1, grantRules: [] },
  cycle: { anchor: START, interval, intervalCount: 1 },
})

function changeOf(
  from: ChangedPlan,
  to: ChangedPlan,
  of: Partial<SubscriptionRecord> = {},
): PlanChange {
  const record = { ...subscription, ...of }
  const after = periodAfterChange(record, from.cycle, to.cycle, MIDDLE, 'UTC')
  return { subscription: record, from, to, after, at: MIDDLE, timezone: 'UTC' }
}

const amounts = (lines: readonly { amount: number }[]) => lines.map(({ amount }) => amount)

const prepaid = (chargeId: string, amount: number) => ({
  subscriptionId: 'sub_1',
  planId: 'old',
  chargeId,
  description: chargeId,
  amount,
  periodStart: START,
  periodEnd: END,
})

const usage = {
  chargeId: 'calls',
  metricId: 'met_1',
  period: { start: START, end: END },
  quantity: parseAmount(10),
  billed: parseAmount(0),
}

describe('the lines of a change', () => {
  const old = planOf('old', [
    chargeOf({ pricing: flatPricing(1_000) }, 'base'),
    chargeOf({ type: 'usage', pricing: perUnitPricing('3') }, 'calls'),
    chargeOf({ pricing: flatPricing(600), timing: 'in_arrears' }, 'support'),
  ])
  const other = planOf('new', [chargeOf({ pricing: flatPricing(4_000) }, 'base_2')])

  it('contain the unused time, the rest of the new plan, and the usage of the old plan', () => {
    const lines = changeLines(changeOf(old, other), [prepaid('base', 1_000)], [usage])
    expect(amounts(lines.credits)).toEqual([-500])
    expect(amounts(lines.charges)).toEqual([2_000])
    expect(amounts(lines.used)).toEqual([300, 30])
    expect(lines.charges[0]).toMatchObject({ periodStart: MIDDLE, periodEnd: END })
  })

  it('count arrears from the last billed instant', () => {
    const invoicedThrough = new Date('2026-01-08T18:00:00Z')
    const { used } = changeLines(changeOf(old, other, { invoicedThrough }), [], [])
    expect(amounts(used)).toEqual([150])
  })

  it('contain a whole period if the interval changes', () => {
    const yearly = planOf('new', [chargeOf({ pricing: flatPricing(40_000) }, 'base_2')], 'year')
    const { charges } = changeLines(changeOf(old, yearly), [], [])
    expect(amounts(charges)).toEqual([40_000])
    expect(charges[0]).toMatchObject({
      periodStart: MIDDLE,
      periodEnd: new Date('2027-01-16T12:00:00Z'),
    })
  })

  it('are empty during a trial', () => {
    const change = changeOf(old, other, { status: 'trialing' })
    const lines = changeLines(change, [prepaid('base', 1_000)], [usage])
    expect(lines).toEqual({ credits: [], charges: [], used: [], usage: [] })
  })
})

describe('a change of seats only', () => {
  const seated = (seats: number, timing: 'in_advance' | 'in_arrears' = 'in_advance') =>
    planOf(
      'old',
      [
        chargeOf({ pricing: flatPricing(1_000) }, 'base'),
        chargeOf({ pricing: perUnitPricing('200'), featureSlug: 'seats', timing }, 'seats'),
        chargeOf({ type: 'usage', pricing: perUnitPricing('3') }, 'calls'),
      ],
      'month',
      { seats },
    )

  it('bills nothing else', () => {
    const change = changeOf(seated(2), seated(5))
    const lines = changeLines(change, [prepaid('base', 1_000), prepaid('seats', 400)], [usage])
    expect(amounts(lines.credits)).toEqual([-200])
    expect(amounts(lines.charges)).toEqual([500])
    expect(lines.used).toEqual([])
  })

  it('bills everything up to now if seats are billed in arrears', () => {
    const change = changeOf(seated(2, 'in_arrears'), seated(5, 'in_arrears'))
    const lines = changeLines(change, [prepaid('base', 1_000)], [usage])
    expect(amounts(lines.credits)).toEqual([-500])
    expect(amounts(lines.charges)).toEqual([500])
    expect(amounts(lines.used)).toEqual([200, 30])
  })
})

it('the value of used credits is withheld on a line that no coupon reduces', () => {
  const plan = planOf('old', [])
  expect(withheldLines(plan, 0)).toEqual([])
  expect(withheldLines(plan, 250)).toMatchObject([
    { type: 'proration', subscriptionId: 'sub_1', amount: 250, isDiscountable: false },
  ])
})

describe('a coupon', () => {
  const month = planOf('old', [])
  const off = { name: 'LESS', percentOff: null, amountOff: 500 }

  it('with a fixed amount is reduced to the remaining share of the period', () => {
    expect(changeDiscount(changeOf(month, month), off)).toMatchObject({ amountOff: 250 })
  })

  it('applies in full if a new period starts', () => {
    const change = changeOf(month, planOf('new', [], 'year'))
    expect(changeDiscount(change, off)).toEqual(off)
  })

  it('with a percentage stays unchanged', () => {
    const percent = { name: 'HALF', percentOff: 50, amountOff: null }
    expect(changeDiscount(changeOf(month, month), percent)).toEqual(percent)
    expect(changeDiscount(changeOf(month, month), null)).toBeNull()
  })
})
