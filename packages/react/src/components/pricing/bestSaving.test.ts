import { describe, expect, test } from 'vitest'
import { bestSaving } from './bestSaving.ts'
import type { PricingPlan, PricingTier } from './PricingTier.ts'

const plan = (interval: PricingPlan['interval'], intervalCount: number, price: number) =>
  ({ interval, intervalCount, price }) as PricingPlan
const tier = (...plans: PricingPlan[]) => ({ plans }) as unknown as PricingTier
const yearly = ({ interval }: PricingPlan) => interval === 'year'

describe('bestSaving', () => {
  test.each([
    [
      'returns 16 if a year costs ten months',
      [tier(plan('month', 1, 2_000), plan('year', 1, 20_000))],
      16,
    ],
    [
      'returns the largest saving of several tiers',
      [
        tier(plan('month', 1, 100), plan('year', 1, 600)),
        tier(plan('month', 1, 100), plan('year', 1, 900)),
      ],
      50,
    ],
    ['compares a year with quarters', [tier(plan('month', 3, 3_000), plan('year', 1, 9_000))], 25],
    [
      'returns 0 if the year is more expensive',
      [tier(plan('month', 1, 100), plan('year', 1, 1_300))],
      0,
    ],
    ['returns 0 for a free tier', [tier(plan('month', 1, 0), plan('year', 1, 0))], 0],
    ['returns 0 if there is nothing to compare', [tier(plan('year', 1, 100)), tier()], 0],
    ['returns 0 for weeks', [tier(plan('week', 1, 100), plan('year', 1, 100))], 0],
  ])('%s', (_, tiers, percent) => {
    expect(bestSaving(tiers, yearly)).toBe(percent)
  })
})
