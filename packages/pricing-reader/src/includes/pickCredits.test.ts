import { expect, it } from 'vitest'
import type { PriceInterval, QuotaPeriod, ReadEntitlement } from '../offer.ts'
import { type CreditTier, pickCredits } from './pickCredits.ts'

const grounds = { evidence: 'the line', confidence: 0.9 }
const credit = (
  feature: string,
  value: number | string,
  period?: QuotaPeriod,
): ReadEntitlement => ({
  feature,
  type: 'credit',
  value,
  ...(period === undefined ? {} : { period }),
  ...grounds,
})
const tier = (
  amountMinor: number,
  interval: PriceInterval,
  ...entitlements: ReadEntitlement[]
): CreditTier => ({
  tier: { prices: [{ amountMinor, interval, ...grounds }], isFree: amountMinor === 0 },
  entitlements,
})
const describeCredits = (tiers: CreditTier[]) =>
  pickCredits(tiers).map((grant) => grant && `${grant.amount} ${grant.name} ${grant.period}`)

it('uses the stated period', () => {
  expect(describeCredits([tier(900, 'month', credit('credits', 10, 'week'))])).toEqual([
    '10 credits week',
  ])
  expect(describeCredits([tier(900, 'month', credit('credits', 10, 'lifetime'))])).toEqual([
    '10 credits one_time',
  ])
})

it('falls back to the billing interval, or one_time for a free tier beside stated periods', () => {
  expect(
    describeCredits([
      tier(0, 'month', credit('credits', 5)),
      tier(900, 'month', credit('credits', 100, 'month')),
      tier(9900, 'one_time', credit('credits', 500)),
    ]),
  ).toEqual(['5 credits one_time', '100 credits month', '500 credits one_time'])
  expect(
    describeCredits([
      tier(0, 'month', credit('credits', 5)),
      tier(900, 'month', credit('credits', 50)),
    ]),
  ).toEqual(['5 credits month', '50 credits month'])
})

it('picks the recurring one of several credit units and keeps the others as limits', () => {
  const free = tier(0, 'month', credit('map tokens', 30), credit('AI tokens', 5))
  const paid = tier(
    900,
    'month',
    credit('AI tokens', 100, 'month'),
    credit('map tokens', 'unlimited'),
  )
  expect(describeCredits([free, paid])).toEqual(['5 AI tokens one_time', '100 AI tokens month'])
  expect(free.entitlements.map(({ type }) => type)).toEqual(['config', 'credit'])
})

it('finds no credits without a number', () => {
  expect(
    describeCredits([tier(900, 'month', credit('credits', 'unlimited')), tier(900, 'month')]),
  ).toEqual([undefined, undefined])
})
