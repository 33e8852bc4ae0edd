import type { SimulatedCatalog } from './catalogs.ts'

const flat = (amount: number) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
})

/** Half cents, so that an odd number of calls has to be rounded. */
const calls = (unitAmount: string) => ({
  type: 'usage',
  name: 'Calls',
  metricId: 'calls',
  pricing: { model: 'per_unit', unitAmount },
})

const credits = (amount: number, more: object = {}) => ({
  creditCurrencyId: 'credits',
  amount,
  cadence: 'billing_period',
  ...more,
})

const plan = (terms: object) => ({
  productId: 'app',
  name: 'A plan',
  currency: 'usd',
  interval: 'month',
  entitlements: [{ featureSlug: 'images' }],
  ...terms,
})

/** Plans of every kind that is billed: monthly, yearly, free, tried out, and by the seat. */
export const billing: SimulatedCatalog = {
  document: {
    products: { app: { name: 'App' }, team: { name: 'Team' } },
    creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
    metrics: {
      calls: { name: 'Calls', eventName: 'call', aggregation: 'sum' },
      images: { name: 'Images', eventName: 'image', aggregation: 'sum' },
    },
    features: {
      images: { name: 'Images', type: 'credit', metricId: 'images', creditCurrencyId: 'credits' },
      seats: { name: 'Seats', type: 'config' },
    },
    plans: {
      free: plan({ grantRules: [credits(10)] }),
      basic: plan({ charges: [flat(1_000), calls('2.5')], grantRules: [credits(100)] }),
      big: plan({
        charges: [flat(4_999), calls('1.5')],
        grantRules: [credits(500, { rollover: { max: 40 } })],
      }),
      yearly: plan({
        interval: 'year',
        charges: [flat(12_000)],
        grantRules: [credits(100, { cadence: 'month' })],
      }),
      tryout: plan({
        charges: [flat(2_000), calls('2.5')],
        grantRules: [credits(20)],
        trial: { days: 14, requiresPaymentMethod: false },
      }),
      team: plan({
        productId: 'team',
        charges: [
          {
            type: 'recurring',
            name: 'Seats',
            featureSlug: 'seats',
            quantity: 2,
            pricing: { model: 'per_unit', unitAmount: 733 },
          },
        ],
        entitlements: [],
      }),
    },
  },
  events: [
    { eventName: 'call', quantities: [1, 3, 7], properties: {} },
    { eventName: 'image', quantities: [1, 10], properties: {} },
  ],
}
