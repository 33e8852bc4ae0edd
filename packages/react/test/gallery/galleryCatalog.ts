/** A catalog in which every component has something to show. */
export const galleryCatalog = [
  ['createProduct', { name: 'Draftly', slug: 'draftly' }],
  ['createCreditCurrency', { name: 'Images', slug: 'images', denomination: 'unit' }],
  ['createCreditCurrency', { name: 'Prepaid', slug: 'prepaid', denomination: 'usd' }],
  metric('Renders', 'render'),
  metric('API calls', 'call'),
  metric('Pictures', 'picture'),
  feature('Renders', 'renders', 'metered', { metricId: 'render' }),
  feature('API calls', 'calls', 'metered', { metricId: 'call' }),
  feature('Pictures', 'pictures', 'credit', { metricId: 'picture', creditCurrencyId: 'images' }),
  feature('Seats', 'seats', 'config'),
  feature('Models', 'models', 'enum'),
  feature('Export to print', 'export', 'boolean'),
  feature('Single sign-on', 'sso', 'boolean'),
  tier('Free', 'free', { isForeverFree: true }),
  tier('Pro', 'pro', { isPopular: true }),
  tier('Business', 'business', {}),
  tier('Enterprise', 'enterprise', { isSalesLed: true, ctaLabel: 'Talk to us' }),
  plan('Free', 'free', 'free', 'month', [], [quota('renders', 20)]),
  plan('Pro', 'pro', 'pro', 'month', [flat(1_900)], PRO(), GRANTS(500)),
  plan('Pro, yearly', 'pro-yearly', 'pro', 'year', [flat(19_000)], PRO(), GRANTS(500)),
  plan('Business', 'business', 'business', 'month', [flat(2_900), SEATS()], BUSINESS()),
  [
    'createPlan',
    {
      ...base('Print on demand', 'print', 'pro', 'month'),
      kind: 'addon',
      charges: [flat(700)],
    },
  ],
  creditPackage('500 images', 'images-500', 500, 1_500),
  creditPackage('2,000 images', 'images-2000', 2_000, 4_900),
  ['createCoupon', { code: 'LAUNCH20', percentOff: 20, duration: 'forever' }],
] satisfies readonly (readonly [string, object])[]

function PRO() {
  return [
    quota('renders', 500),
    quota('calls', 10_000),
    { featureSlug: 'pictures' },
    { featureSlug: 'seats', value: 3 },
    { featureSlug: 'models', values: ['small', 'large'] },
    { featureSlug: 'export' },
  ]
}

function BUSINESS() {
  return [
    { featureSlug: 'renders', mode: 'unlimited' },
    quota('calls', 100_000),
    { featureSlug: 'pictures' },
    { featureSlug: 'seats', value: 5 },
    { featureSlug: 'models', values: ['small', 'large', 'vision'] },
    { featureSlug: 'export' },
    { featureSlug: 'sso' },
  ]
}

function GRANTS(amount: number) {
  return [{ creditCurrencyId: 'images', amount, cadence: 'billing_period' }]
}

function SEATS() {
  const pricing = { model: 'per_unit', unitAmount: '1200' }
  return { type: 'recurring', name: 'Seats', featureSlug: 'seats', quantity: 5, pricing }
}

function flat(amount: number) {
  return { type: 'recurring', name: 'Base fee', pricing: { model: 'flat', amount } }
}

function quota(featureSlug: string, value: number) {
  return { featureSlug, mode: 'quota', value, period: 'billing_period' }
}

function metric(name: string, slug: string) {
  return ['createMetric', { name, slug, eventName: slug, aggregation: 'sum' }] as const
}

function feature(name: string, slug: string, type: string, more: object = {}) {
  return ['createFeature', { name, slug, type, ...more }] as const
}

function tier(name: string, slug: string, more: object) {
  return ['createTier', { productId: 'draftly', name, slug, ...more }] as const
}

function base(name: string, slug: string, tierId: string, interval: string) {
  const sold = { currency: 'usd', isPublic: true, status: 'active' }
  return { productId: 'draftly', tierId, name, slug, interval, ...sold }
}

function plan(
  name: string,
  slug: string,
  tierId: string,
  interval: string,
  charges: readonly object[],
  entitlements: readonly object[],
  grantRules: readonly object[] = [],
) {
  const terms = { charges, entitlements, grantRules }
  return ['createPlan', { ...base(name, slug, tierId, interval), ...terms }] as const
}

function creditPackage(name: string, slug: string, credits: number, price: number) {
  const sold = { creditCurrencyId: 'images', credits, price, currency: 'usd', tierId: 'pro' }
  return ['createCreditPackage', { name, slug, ...sold }] as const
}
