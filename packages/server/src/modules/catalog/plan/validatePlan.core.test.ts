import { describe, expect, it } from 'vitest'
import type {
  ChargeInput,
  EntitlementInput,
  GrantRuleInput,
  PlanInput,
  PlanReferences,
  ReferableFeature,
} from './planTerms.core.ts'
import { validatePlan } from './validatePlan.core.ts'

const feature = (
  slug: string,
  type: ReferableFeature['type'],
  status: 'active' | 'archived' = 'active',
): [string, ReferableFeature] => [
  slug,
  { id: `feat_${slug}`, slug, type, status, metricId: type === 'credit' ? 'met_tokens' : null },
]

const references: PlanReferences = {
  product: { id: 'prod_app', status: 'active' },
  tier: { id: 'tier_pro', productId: 'prod_app', status: 'active' },
  metrics: new Map([
    ['tokens', { id: 'met_tokens', status: 'active' as const }],
    ['calls', { id: 'met_calls', status: 'active' as const }],
    ['old-metric', { id: 'met_old', status: 'archived' as const }],
  ]),
  features: new Map([
    feature('sso', 'boolean'),
    feature('seats', 'config'),
    feature('api', 'metered'),
    feature('ai', 'credit'),
    feature('regions', 'enum'),
    feature('old-feature', 'boolean', 'archived'),
  ]),
  creditCurrencies: new Map([
    ['credits', { id: 'cur_credits', status: 'active' as const }],
    ['old-credits', { id: 'cur_old', status: 'archived' as const }],
  ]),
  inUse: new Set(),
}

const input: PlanInput = {
  productId: 'app',
  tierId: null,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
}

const problemsOf = (
  change: Partial<PlanInput>,
  known: Partial<PlanReferences> = {},
): Record<string, string> => {
  const result = validatePlan({ ...input, ...change }, { ...references, ...known })
  return 'problems' in result
    ? Object.fromEntries(result.problems.map(({ path, message }) => [path, message]))
    : {}
}

const termsOf = (change: Partial<PlanInput>) => {
  const result = validatePlan({ ...input, ...change }, references)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.terms
}

const recurring = (change: Partial<ChargeInput> = {}): ChargeInput => ({
  type: 'recurring',
  name: 'Base',
  pricing: { model: 'flat', amount: 2000 },
  ...change,
})
const usage = (change: Partial<ChargeInput> = {}): ChargeInput => ({
  type: 'usage',
  name: 'Tokens',
  pricing: { model: 'per_unit', unitAmount: '0.01' },
  metricId: 'tokens',
  ...change,
})
const charge = (one: ChargeInput, change: Partial<PlanInput> = {}) =>
  problemsOf({ ...change, charges: [one] })
const entitlement = (one: EntitlementInput) => problemsOf({ entitlements: [one] })
const rule = (change: Partial<GrantRuleInput>): GrantRuleInput => ({
  creditCurrencyId: 'credits',
  amount: 100,
  cadence: 'billing_period',
  ...change,
})
const grantRule = (change: Partial<GrantRuleInput>, plan: Partial<PlanInput> = {}) =>
  problemsOf({ ...plan, grantRules: [rule(change)] })

describe('the plan header', () => {
  it('is valid without charges, entitlements and grant rules', () => {
    expect(termsOf({})).toEqual({ charges: [], entitlements: [], grantRules: [] })
  })

  it('reports a missing or archived product', () => {
    expect(problemsOf({}, { product: undefined })).toEqual({
      productId: 'there is no product "app"',
    })
    expect(problemsOf({}, { product: { id: 'prod_app', status: 'archived' } })).toEqual({
      productId: 'product "app" is archived',
    })
  })

  it('reports a tier that is missing, archived or of another product', () => {
    expect(problemsOf({ tierId: 'pro' }, { tier: undefined })).toEqual({
      tierId: 'there is no tier "pro"',
    })
    const tier = { id: 'tier_pro', productId: 'prod_app', status: 'archived' as const }
    expect(problemsOf({ tierId: 'pro' }, { tier })).toEqual({ tierId: 'tier "pro" is archived' })
    const other = { ...tier, productId: 'prod_other', status: 'active' as const }
    expect(problemsOf({ tierId: 'pro' }, { tier: other })).toEqual({
      tierId: 'tier "pro" belongs to another product',
    })
  })

  it('requires intervalCount 1 with interval none', () => {
    expect(problemsOf({ interval: 'none', intervalCount: 2 })).toHaveProperty('intervalCount')
    expect(problemsOf({ interval: 'none' })).toEqual({})
  })
})

describe('charges', () => {
  it('get default values', () => {
    const pricing = { model: 'flat', amount: 2000 } as const
    const seats = recurring({
      featureSlug: 'seats',
      pricing: { model: 'per_unit', unitAmount: '5' },
    })
    const setup: ChargeInput = { type: 'one_off', name: 'Setup', pricing }
    const charges = [recurring(), seats, usage(), setup]
    expect(termsOf({ charges }).charges).toEqual([
      {
        type: 'recurring',
        name: 'Base',
        pricing,
        metricId: null,
        featureSlug: null,
        quantity: 1,
        timing: 'in_advance',
        minimum: null,
        filters: [],
      },
      expect.objectContaining({ featureSlug: 'seats', quantity: 1 }),
      expect.objectContaining({ metricId: 'met_tokens', quantity: null, timing: 'in_arrears' }),
      expect.objectContaining({ type: 'one_off', quantity: null, timing: 'in_advance' }),
    ])
  })

  it('require an active metric if they are usage charges', () => {
    expect(charge(usage({ metricId: undefined }))).toHaveProperty(['charges.0.metricId'])
    expect(charge(usage({ metricId: 'x' }))).toEqual({
      'charges.0.metricId': 'there is no metric "x"',
    })
    expect(charge(usage({ metricId: 'old-metric' }))).toEqual({
      'charges.0.metricId': 'metric "old-metric" is archived',
    })
  })

  it('reject a metric if they are not usage charges', () => {
    const filters = [{ property: 'model', in: ['large'] }]
    expect(Object.keys(charge(recurring({ metricId: 'tokens', filters })))).toEqual([
      'charges.0.metricId',
      'charges.0.filters',
    ])
    expect(charge(recurring({ filters: [] }))).toEqual({})
    expect(charge(usage({ filters }))).toEqual({})
  })

  it('sell seats only if they are recurring and the feature is metered or config', () => {
    const oneOff = recurring({ type: 'one_off', featureSlug: 'seats', quantity: 3 })
    expect(Object.keys(charge(oneOff))).toEqual(['charges.0.featureSlug', 'charges.0.quantity'])
    expect(charge(usage({ quantity: 3 }))).toHaveProperty(['charges.0.quantity'])
    expect(charge(recurring({ featureSlug: 'api', quantity: 3 }))).toEqual({})
    expect(charge(recurring({ featureSlug: 'sso' }))['charges.0.featureSlug']).toMatch(
      /feature "sso" is of type "boolean"/,
    )
    expect(charge(recurring({ featureSlug: 'nope' }))).toEqual({
      'charges.0.featureSlug': 'there is no feature "nope"',
    })
  })

  it('are in arrears and never flat if they are usage charges', () => {
    expect(charge(usage({ timing: 'in_advance' }))).toHaveProperty(['charges.0.timing'])
    const flat = usage({ pricing: { model: 'flat', amount: 5 } })
    expect(charge(flat)).toHaveProperty(['charges.0.pricing.model'])
  })

  it('do not recur in a plan without an interval', () => {
    expect(charge(recurring(), { interval: 'none' })).toHaveProperty(['charges.0.type'])
    expect(charge(recurring({ type: 'one_off' }), { interval: 'none' })).toEqual({})
    expect(charge(usage(), { interval: 'none' })).toEqual({})
  })
})

describe('entitlements', () => {
  it('are normalized by the type of their feature', () => {
    const entitlements: EntitlementInput[] = [
      { featureSlug: 'sso' },
      { featureSlug: 'api', mode: 'quota', value: 10 },
    ]
    expect(termsOf({ entitlements }).entitlements).toEqual([
      { featureSlug: 'sso', type: 'boolean' },
      {
        featureSlug: 'api',
        type: 'metered',
        mode: 'quota',
        value: 10,
        period: 'billing_period',
        limit: 'hard',
      },
    ])
  })

  it('report a feature that is missing, archived or duplicated', () => {
    expect(entitlement({ featureSlug: 'nope' })).toEqual({
      'entitlements.0.featureSlug': 'there is no feature "nope"',
    })
    expect(entitlement({ featureSlug: 'old-feature' })).toEqual({
      'entitlements.0.featureSlug': 'feature "old-feature" is archived',
    })
    const twice = [
      { featureSlug: 'sso' },
      { featureSlug: 'api' as const, mode: 'unlimited' as const },
    ]
    expect(problemsOf({ entitlements: [...twice, { featureSlug: 'sso' }] })).toEqual({
      'entitlements.2.featureSlug': 'feature "sso" appears twice, first at entitlements.0',
    })
  })

  it('report the path of each invalid field', () => {
    expect(
      problemsOf({ entitlements: [{ featureSlug: 'sso' }, { featureSlug: 'api' }] }),
    ).toHaveProperty(['entitlements.1.mode'])
    expect(entitlement({ featureSlug: 'sso', value: 1 })).toHaveProperty(['entitlements.0.value'])
  })

  it('overflow to the invoice only if the plan prices their metric', () => {
    const ai: EntitlementInput = { featureSlug: 'ai', onExhausted: 'invoice' }
    expect(entitlement(ai)).toHaveProperty(['entitlements.0.onExhausted'])
    expect(
      problemsOf({ entitlements: [ai], charges: [usage({ metricId: 'calls' })] }),
    ).toHaveProperty(['entitlements.0.onExhausted'])
    expect(problemsOf({ entitlements: [ai], charges: [usage()] })).toEqual({})
  })

  it('are checked when only the charges change', () => {
    const current = termsOf({
      entitlements: [{ featureSlug: 'ai', onExhausted: 'invoice' }],
      charges: [usage()],
    })
    const result = validatePlan({ ...input, charges: [] }, references, current)
    expect(result).toEqual({
      problems: [expect.objectContaining({ path: 'entitlements.0.onExhausted' })],
    })
    expect(
      validatePlan({ ...input, charges: [usage(), usage()] }, references, current),
    ).toHaveProperty('terms.charges.length', 2)
  })
})

describe('grant rules', () => {
  it('get default values', () => {
    expect(termsOf({ grantRules: [rule({}), rule({ cadence: 'once' })] }).grantRules).toEqual([
      {
        creditCurrencyId: 'cur_credits',
        amount: 100,
        cadence: 'billing_period',
        expires: 'period_end',
        rollover: 'none',
        priority: 100,
        onChange: 'prorate',
      },
      expect.objectContaining({ cadence: 'once', expires: 'never' }),
    ])
  })

  it('report a missing or archived credit currency', () => {
    expect(grantRule({ creditCurrencyId: 'gold' })).toEqual({
      'grantRules.0.creditCurrencyId': 'there is no credit currency "gold"',
    })
    expect(grantRule({ creditCurrencyId: 'old-credits' })).toEqual({
      'grantRules.0.creditCurrencyId': 'credit currency "old-credits" is archived',
    })
  })

  it.each([
    ['day', 'day', 1, true],
    ['week', 'day', 1, false],
    ['week', 'day', 7, true],
    ['week', 'week', 1, true],
    ['month', 'week', 4, false],
    ['month', 'week', 5, true],
    ['month', 'day', 30, false],
    ['month', 'month', 1, true],
    ['day', 'year', 1, true],
    ['month', 'year', 1, true],
    ['billing_period', 'day', 1, true],
    ['once', 'day', 1, true],
  ] as const)(
    'may use the cadence %s in a plan of %s × %i: %s',
    (cadence, interval, intervalCount, fits) => {
      const problems = grantRule({ cadence }, { interval, intervalCount })
      expect(Object.keys(problems)).toEqual(fits ? [] : ['grantRules.0.cadence'])
    },
  )

  it('grant once in a plan without an interval, which has no period end', () => {
    expect(grantRule({ cadence: 'once' }, { interval: 'none' })).toEqual({})
    expect(grantRule({ cadence: 'day', expires: 'never' }, { interval: 'none' })).toHaveProperty([
      'grantRules.0.cadence',
    ])
    const atPeriodEnd = { cadence: 'once', expires: 'period_end' } as const
    expect(grantRule(atPeriodEnd, { interval: 'none' })).toHaveProperty(['grantRules.0.expires'])
  })

  it('roll over only credits that expire at the end of the period', () => {
    expect(grantRule({ rollover: 'all' })).toEqual({})
    expect(grantRule({ rollover: { max: 5 } })).toEqual({})
    expect(grantRule({ rollover: 'all', expires: 'never' })).toHaveProperty([
      'grantRules.0.rollover',
    ])
    expect(grantRule({ rollover: { max: 5 }, expires: { days: 3 } })).toHaveProperty([
      'grantRules.0.rollover',
    ])
    expect(grantRule({ rollover: 'none', expires: 'never' })).toEqual({})
  })
})

describe('the whole plan', () => {
  it('reports all problems at once', () => {
    const result = problemsOf(
      {
        tierId: 'pro',
        charges: [usage({ metricId: 'x' }), recurring({ featureSlug: 'sso' })],
        entitlements: [{ featureSlug: 'nope' }, { featureSlug: 'ai', onExhausted: 'invoice' }],
        grantRules: [rule({ creditCurrencyId: 'gold', cadence: 'once', rollover: 'all' })],
      },
      { product: undefined, tier: undefined },
    )
    expect(Object.keys(result).sort()).toEqual([
      'charges.0.metricId',
      'charges.1.featureSlug',
      'entitlements.0.featureSlug',
      'entitlements.1.onExhausted',
      'grantRules.0.creditCurrencyId',
      'grantRules.0.rollover',
      'productId',
      'tierId',
    ])
  })

  it('lets a plan keep references to archived objects', () => {
    const inUse = new Set(['met_old', 'feat_old-feature', 'cur_old', 'prod_app'])
    expect(
      problemsOf(
        {
          charges: [usage({ metricId: 'old-metric' })],
          entitlements: [{ featureSlug: 'old-feature' }],
          grantRules: [rule({ creditCurrencyId: 'old-credits' })],
        },
        { product: { id: 'prod_app', status: 'archived' }, inUse },
      ),
    ).toEqual({})
  })
})
