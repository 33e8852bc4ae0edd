import { billing } from './billingCatalog.ts'
import { shop } from './shopCatalog.ts'

/** A catalog and the events of its customers. */
export interface SimulatedCatalog {
  /** The body of `PUT /v1/catalog`. */
  readonly document: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly events: readonly EventShape[]
  /** Bodies of `POST /v1/tax-rates`. */
  readonly taxRates?: readonly object[]
  /** Alternative terms for some plans, by slug. Applying them creates a plan version. */
  readonly edits?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An event name with its possible quantities and properties. */
export interface EventShape {
  readonly eventName: string
  readonly quantities: readonly number[]
  readonly properties: Readonly<Record<string, readonly unknown[]>>
}

const products = { app: { name: 'App' } }
const plan = (interval: string, terms: object) => ({
  productId: 'app',
  name: `A plan by the ${interval}`,
  currency: 'usd',
  interval,
  ...terms,
})
const usageCharge = (metricId: string, more: object = {}) => ({
  type: 'usage',
  name: `Usage of ${metricId}`,
  metricId,
  pricing: { model: 'per_unit', unitAmount: '0.5' },
  ...more,
})

/**
 * Tokens priced by model, two features and two currencies on one event, and every exhaustion rule.
 */
const tokens: SimulatedCatalog = {
  document: {
    products,
    creditCurrencies: {
      credits: { name: 'Credits', denomination: 'unit' },
      gold: { name: 'Gold', denomination: 'unit' },
      dollars: { name: 'Dollars', denomination: 'usd' },
    },
    metrics: {
      tokens: { name: 'Tokens', eventName: 'completion', aggregation: 'sum', property: 'tokens' },
      completions: { name: 'Completions', eventName: 'completion', aggregation: 'count' },
      pages: { name: 'Pages', eventName: 'page', aggregation: 'sum' },
    },
    features: {
      llm: {
        name: 'Language model',
        type: 'credit',
        metricId: 'tokens',
        creditCurrencyId: 'credits',
        displayOrder: 2,
        creditCost: {
          perUnit: '0.3',
          rules: [
            { where: { model: 'large', region: 'eu' }, perUnit: '2.000000001' },
            { where: { model: 'large' }, perUnit: '1.5' },
            { where: { model: 'free' }, perUnit: '0' },
          ],
        },
      },
      requests: {
        name: 'Requests',
        type: 'credit',
        metricId: 'completions',
        creditCurrencyId: 'credits',
        displayOrder: 1,
        creditCost: { perUnit: '0.25', rules: [] },
      },
      'gold-requests': {
        name: 'Golden requests',
        type: 'credit',
        metricId: 'completions',
        creditCurrencyId: 'gold',
        displayOrder: 3,
      },
      pages: {
        name: 'Pages',
        type: 'credit',
        metricId: 'pages',
        creditCurrencyId: 'dollars',
        creditCost: { perUnit: '0.7', rules: [] },
      },
    },
    plans: {
      starter: plan('month', {
        entitlements: [{ featureSlug: 'llm' }, { featureSlug: 'pages' }],
        grantRules: [
          {
            creditCurrencyId: 'credits',
            amount: 20,
            cadence: 'billing_period',
            rollover: { max: 5 },
            priority: 10,
          },
          { creditCurrencyId: 'dollars', amount: 7.5, cadence: 'once' },
        ],
      }),
      pro: plan('month', {
        entitlements: [
          { featureSlug: 'llm', onExhausted: 'overdraft' },
          { featureSlug: 'requests' },
          { featureSlug: 'pages', onExhausted: 'overdraft' },
        ],
        grantRules: [
          { creditCurrencyId: 'credits', amount: 12.5, cadence: 'week', rollover: 'all' },
          {
            creditCurrencyId: 'credits',
            amount: 3,
            cadence: 'billing_period',
            expires: { days: 2 },
          },
        ],
      }),
      scale: plan('month', {
        charges: [usageCharge('tokens'), usageCharge('pages')],
        entitlements: [
          { featureSlug: 'llm', onExhausted: 'invoice' },
          { featureSlug: 'pages', onExhausted: 'invoice' },
        ],
        grantRules: [{ creditCurrencyId: 'credits', amount: 10, cadence: 'billing_period' }],
      }),
      booster: plan('year', {
        kind: 'addon',
        charges: [usageCharge('completions', { filters: [{ property: 'model', in: ['large'] }] })],
        entitlements: [
          { featureSlug: 'requests' },
          { featureSlug: 'llm', creditCost: { perUnit: '0.2', rules: [] } },
        ],
      }),
    },
  },
  events: [
    {
      eventName: 'completion',
      quantities: [1, 2],
      properties: {
        model: ['large', 'small', 'free', undefined],
        region: ['eu', undefined],
        tokens: [0, 1, 3, 7, 0.5, 20, 0.000000001, undefined],
      },
    },
    { eventName: 'page', quantities: [0, 1, 2, 0.5, 0.666666667, 3.333333333], properties: {} },
  ],
}

/**
 * Hard and soft limits of every period that add up over plans, rates, a boolean, a config and an
 * enum feature.
 */
const quotas: SimulatedCatalog = {
  document: {
    products,
    creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
    metrics: {
      calls: { name: 'Calls', eventName: 'call', aggregation: 'count' },
      bytes: { name: 'Bytes', eventName: 'call', aggregation: 'sum', property: 'bytes' },
      uploads: {
        name: 'Uploads',
        eventName: 'upload',
        aggregation: 'sum',
        filter: [{ property: 'kind', in: ['image', 'video'] }],
      },
    },
    features: {
      calls: { name: 'Calls', type: 'metered', metricId: 'calls', displayOrder: 2 },
      burst: { name: 'Burst', type: 'metered', metricId: 'calls', displayOrder: 3 },
      bytes: { name: 'Bytes', type: 'metered', metricId: 'bytes', displayOrder: 1 },
      uploads: { name: 'Uploads', type: 'metered', metricId: 'uploads', displayOrder: 4 },
      'upload-credits': {
        name: 'Upload credits',
        type: 'credit',
        metricId: 'uploads',
        creditCurrencyId: 'credits',
        displayOrder: 5,
      },
      sso: { name: 'Single sign-on', type: 'boolean', displayOrder: 6 },
      seats: { name: 'Seats', type: 'config', displayOrder: 7 },
      regions: { name: 'Regions', type: 'enum', displayOrder: 8 },
    },
    plans: {
      daily: plan('day', {
        entitlements: [
          { featureSlug: 'calls', mode: 'quota', value: 2, period: 'day' },
          { featureSlug: 'bytes', mode: 'quota', value: 30, period: 'billing_period' },
          { featureSlug: 'seats', value: 1 },
          { featureSlug: 'regions', values: ['eu'] },
        ],
      }),
      weekly: plan('week', {
        entitlements: [
          { featureSlug: 'calls', mode: 'quota', value: 3, period: 'week' },
          { featureSlug: 'burst', mode: 'rate', value: 1, period: 'minute' },
          { featureSlug: 'uploads', mode: 'quota', value: 9.5, period: 'month', limit: 'soft' },
          { featureSlug: 'seats', value: 'many' },
        ],
      }),
      monthly: plan('month', {
        entitlements: [
          { featureSlug: 'calls', mode: 'quota', value: 1, period: 'day' },
          { featureSlug: 'bytes', mode: 'quota', value: 20, period: 'billing_period' },
          { featureSlug: 'uploads', mode: 'quota', value: 5, period: 'month' },
          { featureSlug: 'upload-credits', onExhausted: 'block' },
          { featureSlug: 'regions', values: ['us', 'eu'] },
          { featureSlug: 'sso' },
        ],
        grantRules: [{ creditCurrencyId: 'credits', amount: 4, cadence: 'day' }],
      }),
      yearly: plan('year', {
        entitlements: [
          { featureSlug: 'calls', mode: 'unlimited' },
          { featureSlug: 'uploads', mode: 'quota', value: 12, period: 'year' },
          { featureSlug: 'bytes', mode: 'quota', value: 50, period: 'lifetime' },
        ],
      }),
      forever: plan('none', {
        entitlements: [
          { featureSlug: 'uploads', mode: 'quota', value: 6 },
          { featureSlug: 'burst', mode: 'rate', value: 3, period: 'hour' },
        ],
      }),
    },
  },
  events: [
    { eventName: 'call', quantities: [1], properties: { bytes: [0, 1, 5, 11.5, undefined] } },
    {
      eventName: 'upload',
      quantities: [0, 1, 2, 4.5],
      properties: { kind: ['image', 'video', 'text', undefined] },
    },
  ],
}

/** Metrics other than sums (`unique`, `max`, `latest`) with limits, prices and invoices. */
const shapes: SimulatedCatalog = {
  document: {
    products,
    creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
    metrics: {
      users: { name: 'Users', eventName: 'login', aggregation: 'unique', property: 'user' },
      logins: { name: 'Logins', eventName: 'login', aggregation: 'count' },
      peak: { name: 'Peak', eventName: 'load', aggregation: 'max' },
      storage: { name: 'Storage', eventName: 'disk', aggregation: 'latest', property: 'size' },
    },
    features: {
      users: { name: 'Users', type: 'metered', metricId: 'users', displayOrder: 1 },
      'user-credits': {
        name: 'Credits by user',
        type: 'credit',
        metricId: 'users',
        creditCurrencyId: 'credits',
        displayOrder: 2,
        creditCost: { perUnit: '2', rules: [] },
      },
      peak: { name: 'Peak', type: 'metered', metricId: 'peak', displayOrder: 3 },
      'peak-credits': {
        name: 'Credits by peak',
        type: 'credit',
        metricId: 'peak',
        creditCurrencyId: 'credits',
        displayOrder: 4,
        creditCost: { perUnit: '0.1', rules: [] },
      },
      storage: { name: 'Storage', type: 'metered', metricId: 'storage', displayOrder: 5 },
      'storage-credits': {
        name: 'Credits by storage',
        type: 'credit',
        metricId: 'storage',
        creditCurrencyId: 'credits',
        displayOrder: 6,
      },
    },
    plans: {
      team: plan('month', {
        charges: [usageCharge('users'), usageCharge('peak'), usageCharge('storage')],
        entitlements: [
          { featureSlug: 'users', mode: 'quota', value: 3, period: 'day' },
          { featureSlug: 'peak', mode: 'quota', value: 20, limit: 'soft' },
          { featureSlug: 'user-credits', onExhausted: 'overdraft' },
          { featureSlug: 'storage', mode: 'quota', value: 15, period: 'week' },
        ],
        grantRules: [
          { creditCurrencyId: 'credits', amount: 6, cadence: 'billing_period', rollover: 'all' },
        ],
      }),
      solo: plan('week', {
        charges: [usageCharge('logins')],
        entitlements: [
          { featureSlug: 'users', mode: 'quota', value: 1, period: 'day' },
          { featureSlug: 'peak-credits' },
          { featureSlug: 'storage-credits' },
        ],
        grantRules: [{ creditCurrencyId: 'credits', amount: 5, cadence: 'day' }],
      }),
    },
  },
  events: [
    {
      eventName: 'login',
      quantities: [1, 3],
      properties: { user: ['ann', 'bob', 'cat', 7, true, undefined] },
    },
    { eventName: 'load', quantities: [0, 5, 9, 14.5, 30], properties: {} },
    { eventName: 'disk', quantities: [1], properties: { size: [0, 4, 8.5, 12, undefined, 'big'] } },
  ],
}

export const catalogs = { tokens, quotas, shapes, shop, billing } satisfies Record<
  string,
  SimulatedCatalog
>
export type CatalogName = keyof typeof catalogs
