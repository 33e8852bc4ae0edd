import type { SimulatedCatalog } from './catalogs.ts'

const flat = (amount: number) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
})

/** Priced in half cents, so that an odd number of calls must be rounded. */
const calls = (unitAmount: string) => ({
  type: 'usage',
  name: 'Calls',
  metricId: 'calls',
  pricing: { model: 'per_unit', unitAmount },
})

const seats = (quantity: number, unitAmount: number) => ({
  type: 'recurring',
  name: 'Seats',
  featureSlug: 'seats',
  quantity,
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

const MORE_CALLS = 'Calls in tiers'
const tier = (upTo: number | null, unitAmount: string, flatAmount = 0) => ({
  upTo,
  unitAmount,
  flatAmount,
})

/** Plans with the other pricing models, charges in arrears, one-off charges and minimums. */
const pricedPlans = {
  tiered: plan({
    charges: [
      { type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 1_501 } },
      flat(900),
      {
        ...calls('0'),
        name: MORE_CALLS,
        pricing: {
          model: 'graduated',
          tiers: [tier(2, '0'), tier(6, '7.5', 100), tier(null, '2.25', 31)],
        },
      },
    ],
    grantRules: [credits(50)],
  }),
  volume: plan({
    charges: [
      flat(700),
      {
        ...calls('0'),
        name: MORE_CALLS,
        pricing: { model: 'volume', tiers: [tier(5, '12.5', 20), tier(null, '7.7')] },
        minimum: 60,
      },
    ],
  }),
  packs: plan({
    charges: [
      { ...flat(1_111), timing: 'in_arrears' },
      { ...calls('0'), pricing: { model: 'package', packageSize: 4, amount: '99.5' } },
    ],
  }),
  crew: plan({
    productId: 'team',
    charges: [
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        quantity: 1,
        pricing: { model: 'graduated', tiers: [tier(2, '901', 50), tier(null, '450.5')] },
        minimum: 1_300,
      },
      { type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 299 } },
    ],
    entitlements: [],
  }),
}

/** Coupons for each customer. Separate codes make the number of redemptions predictable. */
export const COUPONS = {
  HALF: { percentOff: 50, duration: 'once' },
  THIRD: { percentOff: 33.3, duration: 'forever' },
  FIVER: { amountOff: 500, currency: 'usd', duration: 'repeating', durationInPeriods: 2 },
  MUCH: { amountOff: 1_501, currency: 'usd', duration: 'forever' },
  FREE: { percentOff: 100, duration: 'repeating', durationInPeriods: 2 },
  LIMITED: { percentOff: 12.5, duration: 'forever', maxRedemptions: 1 },
  EARLY: { percentOff: 20, duration: 'once', expiresAt: '2026-04-15T00:00:00.000Z' },
}
/** Each customer has a letter. */
const LETTERS = ['A', 'B']

export const couponCode = (name: keyof typeof COUPONS, customer: number): string =>
  `${name}-${LETTERS[customer]}`

/** Plans of every billable kind: monthly, yearly, free, with a trial and with seats. */
export const billing: SimulatedCatalog = {
  document: {
    products: { app: { name: 'App' }, team: { name: 'Team' } },
    creditCurrencies: {
      credits: { name: 'Credits', denomination: 'unit' },
      cash: { name: 'Prepaid', denomination: 'usd', applyToInvoices: true },
      vouchers: { name: 'Vouchers', denomination: 'usd', applyToInvoices: true },
    },
    coupons: Object.fromEntries(
      Object.entries(COUPONS).flatMap(([name, terms]) =>
        LETTERS.map((letter) => [`${name}-${letter}`, terms]),
      ),
    ),
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
      carded: plan({
        charges: [flat(1_800), calls('2.5')],
        grantRules: [credits(30)],
        trial: { days: 7, requiresPaymentMethod: true },
      }),
      grown: plan({
        charges: [flat(1_500), calls('2.5'), seats(1, 250)],
        grantRules: [credits(60)],
      }),
      extra: plan({
        kind: 'addon',
        charges: [flat(777), calls('0.5')],
        grantRules: [credits(50)],
        entitlements: [],
      }),
      team: plan({
        productId: 'team',
        charges: [seats(2, 733)],
        entitlements: [],
      }),
      ...pricedPlans,
    },
  },
  taxRates: [
    { country: 'DE', name: 'USt', percentage: 19, isInclusive: true },
    { country: 'US', name: 'Nothing', percentage: 0 },
    { country: 'US', region: 'CA', name: 'Sales tax', percentage: 7.25 },
    { country: 'CH', name: 'MWST', percentage: 8.1 },
  ],
  // Without seats: a change to this plan drops them.
  edits: {
    grown: { charges: [flat(1_999), calls('1.5')], grantRules: [credits(90)] },
  },
  events: [
    { eventName: 'call', quantities: [1, 3, 7], properties: {} },
    { eventName: 'image', quantities: [1, 10], properties: {} },
  ],
}
