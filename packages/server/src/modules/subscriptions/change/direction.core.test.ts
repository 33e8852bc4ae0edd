import type { PlanEntitlement } from '@purser/contract'
import { expect, it } from 'vitest'
import { chargeOf, flatPricing, perUnitPricing, planOf } from '../testing/billedPlan.ts'
import { type ComparablePlan, directionOf, entitlementChanges } from './direction.core.ts'

type Interval = ComparablePlan['plan']['interval']

const offer = (
  amount: number,
  entitlements: PlanEntitlement[] = [],
  interval: Interval = 'month',
  intervalCount = 1,
): ComparablePlan => ({
  ...planOf(interval === 'none' ? [] : [chargeOf({ pricing: flatPricing(amount) })]),
  plan: { interval, intervalCount, entitlements },
  seatTypes: {},
})

it.each([
  ['a more expensive plan is an upgrade', offer(1_000), offer(1_001), 'upgrade'],
  ['a cheaper plan is a downgrade', offer(1_000), offer(999), 'downgrade'],
  ['a plan at the same price is lateral', offer(1_000), offer(1_000), 'lateral'],
  [
    'a year at the price of ten months is a downgrade',
    offer(1_000),
    offer(10_000, [], 'year'),
    'downgrade',
  ],
  [
    'a year at the price of thirteen months is an upgrade',
    offer(1_000),
    offer(13_000, [], 'year'),
    'upgrade',
  ],
  [
    'a year at the price of twelve months is lateral',
    offer(1_000),
    offer(12_000, [], 'year'),
    'lateral',
  ],
  [
    'a quarter at the price of three months is lateral',
    offer(1_000),
    offer(3_000, [], 'month', 3),
    'lateral',
  ],
  [
    'a day at a seventh of the price of a week is lateral',
    offer(7, [], 'week'),
    offer(1, [], 'day'),
    'lateral',
  ],
  ['a free plan without an interval is a downgrade', offer(1), offer(0, [], 'none'), 'downgrade'],
  [
    'a paid plan after a free plan without an interval is an upgrade',
    offer(0, [], 'none'),
    offer(1),
    'upgrade',
  ],
] as const)('%s', (_name, before, after, direction) => {
  expect(directionOf(before, after)).toBe(direction)
})

const has = (featureSlug: string): PlanEntitlement => ({ featureSlug, type: 'boolean' })
const quota = (value: number, limit: 'hard' | 'soft' = 'hard'): PlanEntitlement => ({
  featureSlug: 'calls',
  type: 'metered',
  mode: 'quota',
  value,
  period: 'billing_period',
  limit,
})
const unlimited: PlanEntitlement = {
  ...quota(0),
  mode: 'unlimited',
  value: null,
  period: null,
  limit: null,
} as PlanEntitlement
const perHour = { ...quota(5), mode: 'rate', period: 'hour' } as PlanEntitlement
const config = (value: number | string): PlanEntitlement => ({
  featureSlug: 'size',
  type: 'config',
  value,
})
const models = (...values: string[]): PlanEntitlement => ({
  featureSlug: 'models',
  type: 'enum',
  values,
})
const credit = (onExhausted: 'block' | 'invoice'): PlanEntitlement => ({
  featureSlug: 'tokens',
  type: 'credit',
  creditCost: null,
  onExhausted,
})

it.each([
  [[], [has('sso')], 'added', 'upgrade'],
  [[has('sso')], [], 'removed', 'downgrade'],
  [[quota(5)], [quota(6)], 'increased', 'upgrade'],
  [[quota(6)], [quota(5)], 'decreased', 'downgrade'],
  [[quota(6)], [quota(6, 'soft')], 'increased', 'upgrade'],
  [[quota(6, 'soft')], [quota(6)], 'decreased', 'downgrade'],
  [[quota(6)], [unlimited], 'increased', 'upgrade'],
  [[unlimited], [quota(6)], 'decreased', 'downgrade'],
  [[quota(5)], [perHour], 'changed', 'lateral'],
  [[config(1)], [config(2)], 'increased', 'upgrade'],
  [[config(2)], [config(1)], 'decreased', 'downgrade'],
  [[config('eu')], [config('us')], 'changed', 'lateral'],
  [[models('a')], [models('b', 'a')], 'increased', 'upgrade'],
  [[models('a', 'b')], [models('b')], 'decreased', 'downgrade'],
  [[models('a')], [models('b')], 'changed', 'lateral'],
  [[credit('block')], [credit('invoice')], 'changed', 'lateral'],
] as [PlanEntitlement[], PlanEntitlement[], string, string][])(
  'at the same price, a change from %j to %j counts as %s, and its direction is %s',
  (before, after, change, direction) => {
    const [old, next] = [offer(5, before), offer(5, after)]
    expect(entitlementChanges(old, next)).toMatchObject([
      { change, before: before[0] ?? null, after: after[0] ?? null },
    ])
    expect(entitlementChanges(old, old)).toEqual([])
    expect(directionOf(old, next)).toBe(direction)
  },
)

it('a change with a gain and a loss is lateral', () => {
  expect(directionOf(offer(5, [has('a')]), offer(5, [has('b')]))).toBe('lateral')
})

it('the price takes precedence over entitlements', () => {
  expect(directionOf(offer(5), offer(4, [has('a')]))).toBe('downgrade')
})

it('a higher number of paid seats counts as an increased entitlement', () => {
  const seats = (quantity: number, entitlements: PlanEntitlement[]): ComparablePlan => ({
    ...planOf([chargeOf({ pricing: perUnitPricing('0'), featureSlug: 'size' })], {
      size: quantity,
    }),
    plan: { interval: 'month', intervalCount: 1, entitlements },
    seatTypes: { size: 'config' },
  })
  for (const entitlements of [[config(1)], []]) {
    expect(entitlementChanges(seats(3, entitlements), seats(5, entitlements))).toMatchObject([
      { change: 'increased', before: { value: 3 }, after: { value: 5 } },
    ])
  }
})
