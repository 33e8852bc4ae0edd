import type { StoredCatalog } from '../document/catalogEntry.core.ts'

const AT = '2026-01-15T12:00:00.000Z'
const stamps = { status: 'active' as const, createdAt: AT, updatedAt: AT }

export const emptyCatalog: StoredCatalog = {
  products: [],
  creditCurrencies: [],
  metrics: [],
  features: [],
  tiers: [],
  plans: [],
  creditPackages: [],
  coupons: [],
}

export const plan: StoredCatalog['plans'][number] = {
  ...stamps,
  id: 'plan_1',
  productId: 'prod_1',
  tierId: 'tier_1',
  name: 'Pro',
  slug: 'pro-monthly',
  description: null,
  kind: 'base',
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  trial: null,
  isPublic: true,
  version: 1,
  charges: [
    {
      id: 'chg_1',
      type: 'recurring',
      name: 'Fee',
      pricing: { model: 'flat', amount: 2000 },
      metricId: null,
      featureSlug: null,
      quantity: 1,
      timing: 'in_advance',
      minimum: null,
      filters: [],
    },
    {
      id: 'chg_2',
      type: 'usage',
      name: 'Calls',
      pricing: { model: 'per_unit', unitAmount: '0.0015' },
      metricId: 'met_1',
      featureSlug: null,
      quantity: null,
      timing: 'in_arrears',
      minimum: null,
      filters: [],
    },
  ],
  entitlements: [
    {
      featureSlug: 'api-calls',
      type: 'metered',
      mode: 'quota',
      value: 1000,
      period: 'billing_period',
      limit: 'hard',
    },
  ],
  grantRules: [
    {
      creditCurrencyId: 'cur_1',
      amount: 500,
      cadence: 'billing_period',
      expires: 'period_end',
      rollover: 'none',
      priority: 100,
      onChange: 'prorate',
    },
  ],
  metadata: {},
}

/** A catalog with one active object of each kind. */
export const storedCatalog: StoredCatalog = {
  products: [
    {
      ...stamps,
      id: 'prod_1',
      organizationId: 'org_1',
      name: 'Acme',
      slug: 'acme',
      description: null,
      imageUrl: null,
      metadata: {},
    },
  ],
  creditCurrencies: [
    {
      ...stamps,
      id: 'cur_1',
      name: 'Credits',
      slug: 'credits',
      denomination: 'unit',
      minorUnitScale: 0,
      applyToInvoices: false,
    },
  ],
  metrics: [
    {
      ...stamps,
      id: 'met_1',
      name: 'Calls',
      slug: 'calls',
      eventName: 'api.call',
      aggregation: 'count',
      property: null,
      filter: [],
    },
  ],
  features: [
    {
      ...stamps,
      id: 'feat_1',
      name: 'API calls',
      slug: 'api-calls',
      type: 'metered',
      metricId: 'met_1',
      creditCurrencyId: null,
      creditCost: null,
      displayOrder: 1,
    },
  ],
  tiers: [
    {
      ...stamps,
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
    },
  ],
  plans: [plan],
  creditPackages: [
    {
      ...stamps,
      id: 'pkg_1',
      name: '1,000 credits',
      slug: 'credits-1000',
      creditCurrencyId: 'cur_1',
      credits: 1000,
      price: 900,
      currency: 'usd',
      tierId: null,
      expiresAfterDays: null,
      priority: 100,
    },
  ],
  coupons: [
    {
      ...stamps,
      id: 'cpn_1',
      code: 'WELCOME',
      percentOff: 10,
      amountOff: null,
      currency: null,
      duration: 'once',
      durationInPeriods: null,
      maxRedemptions: null,
      expiresAt: null,
    },
  ],
}

/** Reverses the order of keys in every nested object. */
export const reverseKeys = <T extends object>(value: T): T =>
  Array.isArray(value)
    ? value
    : (Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, child]) => [
            key,
            typeof child === 'object' && child !== null ? reverseKeys(child) : child,
          ]),
      ) as T)
