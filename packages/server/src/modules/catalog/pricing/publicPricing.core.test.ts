import type { Plan } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import type { Feature, Tier } from '../kinds/catalogObject.core.ts'
import { buildPublicPricing } from './publicPricing.core.ts'

const stamps = { status: 'active', createdAt: '', updatedAt: '' } as const

const tier: Tier = {
  id: 'tier_1',
  productId: 'prod_1',
  name: 'Pro',
  slug: 'pro',
  displayOrder: 0,
  isPopular: false,
  isForeverFree: false,
  isSelfServe: true,
  isSalesLed: false,
  ctaLabel: null,
  ...stamps,
}

const ai: Feature = {
  id: 'feat_1',
  name: 'AI',
  slug: 'ai',
  type: 'credit',
  metricId: 'met_1',
  creditCurrencyId: 'cur_1',
  creditCost: { perUnit: '1', rules: [] },
  displayOrder: 0,
  ...stamps,
}

const plan = (change: Partial<Plan>): Plan => ({
  id: 'plan_1',
  productId: 'prod_1',
  tierId: 'tier_1',
  name: 'Plan',
  slug: 'plan',
  description: null,
  kind: 'base',
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  trial: null,
  isPublic: true,
  version: 1,
  charges: [],
  entitlements: [{ featureSlug: 'ai', type: 'credit', creditCost: null, onExhausted: 'block' }],
  grantRules: [],
  metadata: {},
  ...stamps,
  ...change,
})

const page = (...plans: Plan[]) =>
  buildPublicPricing({
    product: {
      id: 'prod_1',
      organizationId: 'org_1',
      name: 'App',
      slug: 'app',
      description: null,
      imageUrl: null,
      metadata: {},
      ...stamps,
    },
    tiers: [tier],
    plans,
    creditPackages: [],
    featuresBySlug: new Map([['ai', ai]]),
    metricsById: new Map(),
    defaultCurrency: 'chf',
  })

const rule = (change: Partial<Plan['grantRules'][number]>): Plan['grantRules'][number] => ({
  creditCurrencyId: 'cur_1',
  amount: 100,
  cadence: 'billing_period',
  expires: 'period_end',
  rollover: 'none',
  priority: 100,
  onChange: 'prorate',
  ...change,
})

describe('the cell of a credit feature', () => {
  const cell = (...grantRules: Plan['grantRules']) =>
    page(plan({ grantRules })).tiers[0]?.entitlementBySlug.ai

  it.each([
    ['a plan without grants', [], null, null, null],
    ['a grant in another currency', [rule({ creditCurrencyId: 'cur_2' })], null, null, null],
    ['a daily grant', [rule({ cadence: 'day' })], 100, 'day', 100],
    ['a one-time grant', [rule({ cadence: 'once' })], 100, 'lifetime', null],
    [
      'a one-time grant and a grant per period',
      [rule({ cadence: 'once' }), rule({ amount: 7 })],
      7,
      'billing_period',
      7,
    ],
    [
      'two grants with one cadence',
      [rule({ amount: 0.1 }), rule({ amount: 0.2 })],
      0.3,
      'billing_period',
      0.3,
    ],
  ] as const)('is correct for %s', (_, rules, value, period, periodAllocation) => {
    expect(cell(...rules)).toEqual({
      type: 'credit',
      mode: 'quota',
      value,
      period,
      periodAllocation,
    })
  })
})

describe('the plans of a tier', () => {
  it('are sorted by interval, the ones without an interval last, and otherwise keep their order', () => {
    const intervals = [
      plan({ id: 'a', interval: 'none' }),
      plan({ id: 'b', interval: 'year' }),
      plan({ id: 'c', interval: 'none' }),
      plan({ id: 'd', interval: 'week', intervalCount: 2 }),
      plan({ id: 'e', interval: 'month' }),
      plan({ id: 'f', interval: 'month', currency: 'eur' }),
    ]
    const { tiers, currency } = page(...intervals)
    expect(tiers[0]?.plans.map(({ id }) => id)).toEqual(['d', 'e', 'f', 'b', 'a', 'c'])
    expect(tiers[0]?.intervals).toEqual(['2 weeks', 'month', 'year', 'none'])
    expect(currency).toBe('usd')
  })

  it('determine the currency, or else the environment does', () => {
    expect(page(plan({ currency: 'eur' })).currency).toBe('eur')
    expect(page().currency).toBe('chf')
  })
})
