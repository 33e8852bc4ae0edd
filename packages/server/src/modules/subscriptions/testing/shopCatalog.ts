import type { TestApp } from '../../../../test/harness/app/testApp.ts'

const flat = (amount: number, more: object = {}) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
  ...more,
})

const calls = (unitAmount: string) => ({
  type: 'usage',
  name: 'Calls',
  metricId: 'calls',
  pricing: { model: 'per_unit', unitAmount },
})

/** Creates plans of every kind for one product, and one plan of another product. */
export async function shopCatalog(app: TestApp): Promise<void> {
  await app.ok('createProduct', { body: { name: 'App', slug: 'app' } })
  await app.ok('createProduct', { body: { name: 'Extra', slug: 'extra' } })
  await app.ok('createCreditCurrency', { body: { name: 'Ink', slug: 'ink', denomination: 'unit' } })
  await app.ok('createMetric', {
    body: { name: 'Calls', slug: 'calls', eventName: 'call.made', aggregation: 'sum' },
  })
  await app.ok('createFeature', { body: { name: 'Reports', slug: 'reports', type: 'boolean' } })
  await app.ok('createFeature', { body: { name: 'Seats', slug: 'seats', type: 'config' } })
  const plan = (slug: string, body: object) =>
    app.ok('createPlan', {
      body: {
        productId: 'app',
        name: slug,
        slug,
        currency: 'usd',
        interval: 'month',
        entitlements: [{ featureSlug: 'reports' }],
        ...body,
      },
    })
  const ink = (amount: number, more: object = {}) => ({
    creditCurrencyId: 'ink',
    amount,
    cadence: 'billing_period',
    ...more,
  })
  await plan('free', {})
  await plan('pro', { charges: [flat(2_000)], grantRules: [ink(100)] })
  await plan('team', {
    charges: [
      flat(1_000),
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        quantity: 2,
        pricing: { model: 'per_unit', unitAmount: 500 },
      },
      { type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 300 } },
    ],
  })
  await plan('metered', { charges: [flat(500), calls('2')] })
  await plan('arrears', { charges: [flat(700, { timing: 'in_arrears' })] })
  await plan('trial', {
    charges: [flat(2_000), calls('2')],
    grantRules: [ink(10)],
    trial: { days: 14, requiresPaymentMethod: false },
  })
  await plan('card-trial', {
    charges: [flat(2_000)],
    trial: { days: 14, requiresPaymentMethod: true },
  })
  await plan('yearly', {
    interval: 'year',
    charges: [flat(12_000)],
    grantRules: [ink(50, { cadence: 'month' })],
  })
  await plan('saver', {
    charges: [flat(1_000)],
    grantRules: [ink(100, { rollover: { max: 40 } })],
  })
  await plan('extra', { productId: 'extra', charges: [flat(900)] })
  await plan('euro', { currency: 'eur', charges: [flat(900)] })
  await plan('draft', { status: 'draft' })
  await plan('addon', { kind: 'addon', charges: [flat(400)] })
}
