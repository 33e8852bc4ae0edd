import type { Pricing } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import type { BillLine } from '../../invoicing/core.ts'
import { advanceLines } from '../period/chargeLines.core.ts'
import { remainingPortion, WHOLE } from '../period/proration.core.ts'
import { chargeOf, flat, planOf, prepaidBy } from '../testing/billedPlan.ts'
import { unusedLines } from './unusedTime.core.ts'

const total = (lines: readonly BillLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
const june = { start: new Date('2026-06-01T00:00:00Z'), end: new Date('2026-07-01T00:00:00Z') }

/** The credit for one flat price and the charge for another after a change within a period. */
function changed(before: number, after: number, [start, at, end]: readonly number[]) {
  const [from, when, until] = [start, at, end].map((seconds) => new Date((seconds ?? 0) * 1_000))
  if (!from || !when || !until) throw new Error('three instants')
  const period = { start: from, end: until }
  const old = planOf([chargeOf({ pricing: flat(before) }, 'old')])
  const next = planOf([chargeOf({ pricing: flat(after) }, 'new')])
  const paid = prepaidBy(advanceLines(old, period, WHOLE))
  const rest = { start: when, end: until }
  return {
    unused: total(unusedLines(old, paid, when)),
    remaining: total(advanceLines(next, rest, remainingPortion(period, when))),
  }
}

describe('prorations', () => {
  // https://docs.stripe.com/billing/subscriptions/prorations
  it('10 USD to 20 USD halfway through the period: -5 USD and +10 USD', () => {
    const halfway = [june.start, new Date('2026-06-16T00:00:00Z'), june.end]
    const seconds = halfway.map((at) => at.getTime() / 1_000)
    expect(changed(1_000, 2_000, seconds)).toEqual({ unused: -500, remaining: 1_000 })
  })

  // Answers of Stripe's API, to the second, in published invoices:
  // https://gist.github.com/matthewarkin/27bcfdf622eb91d3508ea082d0ad50b8 (10 USD, 14 February to
  // 14 March 2017), http://pastebin.com/9Hu591Zt (9.99 and 29.99 USD),
  // https://pastebin.com/Rxuk5FLW
  it.each([
    [1_000, [1_487_030_400, 1_488_568_488, 1_489_449_600], -364],
    [999, [1_477_364_992, 1_477_365_718, 1_480_043_392], -999],
    [1_000, [1_526_482_619, 1_526_487_083, 1_529_161_019], -998],
  ])('unused time on %i from %j is %i', (price, instants, unused) => {
    expect(changed(price, 0, instants)).toMatchObject({ unused })
  })

  it('remaining time on 29.99 USD is 29.98 USD, twelve minutes into the period', () => {
    const instants = [1_477_364_992, 1_477_365_718, 1_480_043_392]
    expect(changed(999, 2_999, instants)).toEqual({ unused: -999, remaining: 2_998 })
  })
})

type Model = 'volume' | 'graduated'

const priceOf = (model: Model, tiers: readonly (readonly [number | null, number])[]) => {
  const pricing: Pricing = {
    model,
    tiers: tiers.map(([upTo, amount]) => ({ upTo, unitAmount: String(amount), flatAmount: 0 })),
  }
  const charge = chargeOf({ pricing, featureSlug: 'units' })
  return (units: number) => total(advanceLines(planOf([charge], { units }), june, WHOLE))
}

describe('tiered pricing', () => {
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
  ])('by volume, %i fonts cost %i', (quantity, cost) => {
    expect(priceOf('volume', fonts)(quantity)).toBe(cost)
  })

  it('graduated, 5 fonts cost the same as by volume', () => {
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
  ])('by volume, %i units cost %i', (quantity, cost) => {
    expect(priceOf('volume', units)(quantity)).toBe(cost)
  })

  it('graduated, 6 units cost 29 USD', () => {
    expect(priceOf('graduated', units)(6)).toBe(2_900)
  })
})
