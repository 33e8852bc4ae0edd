import type { CatalogDocument } from '@purser/contract'

/**
 * A document with every kind of object, price, entitlement and grant rule, and without default
 * values.
 */
export const fullCatalog = {
  products: {
    acme: {
      name: 'Acme',
      description: 'Pictures',
      imageUrl: 'https://acme.test/a.png',
      metadata: { '10': 1, a: { c: [1.5, null], b: 'x' }, constructor: true },
    },
    constructor: { name: 'Second product' },
  },
  creditCurrencies: {
    credits: { name: 'Credits', denomination: 'unit' },
    fine: { name: 'Fine dollars', denomination: 'usd', minorUnitScale: 4 },
    wallet: { name: 'Wallet', denomination: 'usd', applyToInvoices: true },
  },
  metrics: {
    calls: { name: 'Calls', eventName: 'api.call', aggregation: 'count' },
    tokens: {
      name: 'Tokens',
      eventName: 'completion',
      aggregation: 'sum',
      property: 'tokens',
      filter: [{ property: 'model', in: ['large', 2, true] }],
    },
  },
  features: {
    'api-calls': { name: 'API calls', type: 'metered', metricId: 'calls', displayOrder: 3 },
    completions: {
      name: 'Completions',
      type: 'credit',
      metricId: 'tokens',
      creditCurrencyId: 'credits',
      creditCost: {
        perUnit: '0.000000001',
        rules: [{ where: { model: 'large', eu: true }, perUnit: '12.5' }],
      },
    },
    regions: { name: 'Regions', type: 'enum' },
    search: { name: 'Search', type: 'credit', metricId: 'calls', creditCurrencyId: 'credits' },
    seats: { name: 'Seats', type: 'config' },
    sso: { name: 'SSO', type: 'boolean' },
  },
  tiers: {
    '9': { productId: 'constructor', name: 'Nine' },
    enterprise: {
      productId: 'acme',
      name: 'Enterprise',
      displayOrder: 2,
      isPopular: true,
      isSelfServe: false,
      isSalesLed: true,
      ctaLabel: 'Talk to us',
    },
    pro: { productId: 'acme', name: 'Pro' },
  },
  plans: {
    'pro-monthly': {
      productId: 'acme',
      tierId: 'pro',
      name: 'Pro',
      description: 'For teams',
      status: 'active',
      isPublic: false,
      kind: 'base',
      currency: 'usd',
      interval: 'month',
      intervalCount: 1,
      trial: { days: 14, requiresPaymentMethod: false },
      charges: [
        { type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: 2000 } },
        {
          type: 'recurring',
          name: 'Seats',
          featureSlug: 'seats',
          quantity: 3,
          timing: 'in_arrears',
          pricing: { model: 'per_unit', unitAmount: '500' },
        },
        {
          type: 'usage',
          name: 'Calls',
          metricId: 'calls',
          pricing: {
            model: 'graduated',
            tiers: [
              { upTo: 1000, unitAmount: '0', flatAmount: 0 },
              { upTo: null, unitAmount: '0.0015', flatAmount: 100 },
            ],
          },
          minimum: 50,
          filters: [{ property: 'region', in: ['eu'] }],
        },
        {
          type: 'usage',
          name: 'Tokens',
          metricId: 'tokens',
          pricing: { model: 'package', amount: '1.5', packageSize: 1000 },
        },
      ],
      entitlements: [
        { featureSlug: 'sso' },
        { featureSlug: 'api-calls', mode: 'quota', value: 1000, period: 'day', limit: 'soft' },
        { featureSlug: 'completions', creditCost: { perUnit: '2', rules: [] } },
        { featureSlug: 'search', onExhausted: 'overdraft' },
        { featureSlug: 'seats', value: 'many' },
        { featureSlug: 'regions', values: ['eu', 'us'] },
      ],
      grantRules: [
        { creditCurrencyId: 'credits', amount: 0.5, cadence: 'once', priority: 1 },
        {
          creditCurrencyId: 'credits',
          amount: 500,
          cadence: 'billing_period',
          rollover: { max: 100 },
        },
        { creditCurrencyId: 'wallet', amount: 100, cadence: 'day', expires: { days: 3 } },
      ],
      metadata: { z: 1, a: 2 },
    },
    'pro-yearly': {
      productId: 'acme',
      name: 'Pro, yearly',
      status: 'draft',
      kind: 'addon',
      currency: 'jpy',
      interval: 'year',
      intervalCount: 2,
      charges: [],
      entitlements: [{ featureSlug: 'api-calls', mode: 'unlimited' }],
      grantRules: [],
    },
    second: {
      productId: 'constructor',
      tierId: '9',
      name: 'Second',
      status: 'active',
      kind: 'base',
      currency: 'usd',
      interval: 'none',
      intervalCount: 1,
      charges: [],
      entitlements: [{ featureSlug: 'sso' }],
      grantRules: [],
    },
  },
  creditPackages: {
    big: {
      name: 'Big',
      creditCurrencyId: 'credits',
      credits: 1000.5,
      price: 900,
      currency: 'usd',
      tierId: 'pro',
      expiresAfterDays: 30,
      priority: 1,
    },
    small: { name: 'Small', creditCurrencyId: 'wallet', credits: 10, price: 9, currency: 'usd' },
  },
  coupons: {
    '007': { amountOff: 500, currency: 'usd', duration: 'repeating', durationInPeriods: 3 },
    Welcome: {
      percentOff: 12.5,
      duration: 'once',
      maxRedemptions: 5,
      expiresAt: '2027-01-01T00:00:00.000Z',
    },
  },
} satisfies CatalogDocument

type Draft = Record<string, Record<string, Record<string, unknown>>>

/** Returns a copy that a test may change. */
export const copyFullCatalog = (): Draft => structuredClone(fullCatalog) as unknown as Draft
