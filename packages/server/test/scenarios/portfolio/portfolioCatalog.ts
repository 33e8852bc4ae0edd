import type { TestApp } from '../../harness/app/testApp.ts'

const flat = (amount: number, more: object = {}) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
  ...more,
})

const tokens = (amount: number, more: object = {}) => ({
  creditCurrencyId: 'tokens',
  amount,
  cadence: 'billing_period',
  ...more,
})

/** Plans that a customer may start on or change to. */
export const PLANS = [
  'basic',
  'hybrid',
  'team',
  'metered',
  'yearly',
  'weekly',
  'trial',
  'arrears',
] as const
export type PortfolioPlan = (typeof PLANS)[number]

/** Creates a product with plans of every kind, taxes of two countries and two coupons. */
export async function createPortfolioCatalog(app: TestApp): Promise<void> {
  await app.ok('createProduct', { body: { name: 'App', slug: 'app' } })
  await app.ok('createCreditCurrency', {
    body: { name: 'Tokens', slug: 'tokens', denomination: 'unit' },
  })
  await app.ok('createCreditPackage', {
    body: {
      name: 'Refill',
      slug: 'refill',
      creditCurrencyId: 'tokens',
      credits: 40,
      price: 500,
      currency: 'usd',
    },
  })
  for (const slug of ['calls', 'drawings']) {
    await app.ok('createMetric', {
      body: { name: slug, slug, eventName: `${slug}.made`, aggregation: 'sum' },
    })
  }
  await app.ok('createFeature', { body: { name: 'Seats', slug: 'seats', type: 'config' } })
  await app.ok('createFeature', {
    body: {
      name: 'Drawings',
      slug: 'drawings',
      type: 'credit',
      metricId: 'drawings',
      creditCurrencyId: 'tokens',
      creditCost: { perUnit: '1' },
    },
  })
  for (const [slug, body] of Object.entries(plans)) {
    await app.ok('createPlan', {
      body: { productId: 'app', name: slug, slug, currency: 'usd', interval: 'month', ...body },
    })
  }
  await app.ok('createTaxRate', { body: { country: 'DE', name: 'MwSt', percentage: 19 } })
  await app.ok('createTaxRate', {
    body: { country: 'FR', name: 'TVA', percentage: 20, isInclusive: true },
  })
  await app.ok('createCoupon', {
    body: { code: 'TENTH', percentOff: 10, duration: 'forever' },
  })
  await app.ok('createCoupon', {
    body: {
      code: 'HELLO',
      amountOff: 250,
      currency: 'usd',
      duration: 'repeating',
      durationInPeriods: 3,
    },
  })
}

const plans: Record<PortfolioPlan, object> = {
  basic: { charges: [flat(1_000)] },
  hybrid: {
    charges: [
      flat(2_900),
      {
        type: 'usage',
        name: 'Drawings over the included',
        metricId: 'drawings',
        pricing: { model: 'per_unit', unitAmount: '3' },
      },
    ],
    entitlements: [{ featureSlug: 'drawings', onExhausted: 'invoice' }],
    grantRules: [tokens(30, { rollover: { max: 10 } })],
  },
  team: {
    charges: [
      flat(500),
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        quantity: 3,
        pricing: { model: 'per_unit', unitAmount: 799 },
      },
      { type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 300 } },
    ],
  },
  metered: {
    charges: [
      {
        type: 'usage',
        name: 'Calls',
        metricId: 'calls',
        minimum: 200,
        pricing: {
          model: 'graduated',
          tiers: [
            { upTo: 100, unitAmount: '7.5' },
            { upTo: null, unitAmount: '3.25' },
          ],
        },
      },
    ],
  },
  yearly: {
    interval: 'year',
    charges: [flat(30_000)],
    entitlements: [{ featureSlug: 'drawings' }],
    grantRules: [tokens(50, { cadence: 'month' })],
  },
  weekly: { interval: 'week', charges: [flat(333)] },
  trial: {
    charges: [flat(2_000)],
    trial: { days: 14, requiresPaymentMethod: false },
    grantRules: [tokens(20)],
  },
  arrears: { charges: [flat(1_234, { timing: 'in_arrears' })] },
}
