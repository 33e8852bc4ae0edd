/** A shop with every type of feature, and with objects that no browser may see. */
export const studioCatalog = [
  ['createProduct', { name: 'Studio', slug: 'studio' }],
  ['createCreditCurrency', { name: 'Images', slug: 'images', denomination: 'unit' }],
  ['createCreditCurrency', { name: 'Prepaid', slug: 'prepaid', denomination: 'usd' }],
  ['createMetric', { name: 'Renders', slug: 'renders', eventName: 'render', aggregation: 'sum' }],
  [
    'createMetric',
    { name: 'Pictures', slug: 'pictures', eventName: 'picture', aggregation: 'sum' },
  ],
  ['createFeature', { name: 'Export', slug: 'export', type: 'boolean', displayOrder: 1 }],
  ['createFeature', { name: 'Renders', slug: 'renders', type: 'metered', metricId: 'renders' }],
  [
    'createFeature',
    {
      name: 'Pictures',
      slug: 'pictures',
      type: 'credit',
      metricId: 'pictures',
      creditCurrencyId: 'images',
    },
  ],
  ['createFeature', { name: 'Seats', slug: 'seats', type: 'config' }],
  ['createFeature', { name: 'Models', slug: 'models', type: 'enum' }],
  ['createFeature', { name: 'Beta', slug: 'beta', type: 'boolean' }],
  [
    'createTier',
    { productId: 'studio', name: 'Hobby', slug: 'hobby', isSelfServe: true, isForeverFree: true },
  ],
  ['createTier', { productId: 'studio', name: 'Pro', slug: 'pro', isSelfServe: true }],
  [
    'createTier',
    { productId: 'studio', name: 'Hush tier', slug: 'hush', isSelfServe: false, isSalesLed: true },
  ],
  ['createPlan', { ...plan('free', 'hobby', 0), entitlements: [quota(3)] }],
  [
    'createPlan',
    {
      ...plan('pro', 'pro', 2_000),
      entitlements: [
        { featureSlug: 'export' },
        quota(10),
        { featureSlug: 'pictures' },
        { featureSlug: 'seats', value: 5 },
        { featureSlug: 'models', values: ['small', 'large'] },
      ],
      grantRules: [{ creditCurrencyId: 'images', amount: 20, cadence: 'billing_period' }],
    },
  ],
  ['createPlan', { ...plan('max', 'pro', 5_000), entitlements: [quota(100)] }],
  ['createPlan', { ...plan('hush-hush', 'hush', 777), name: 'Hush deal', isPublic: false }],
  ['createPlan', { ...plan('drafted', 'pro', 888), name: 'Hush draft', status: 'draft' }],
  [
    'createCreditPackage',
    {
      name: 'Pack of 100',
      slug: 'pack',
      creditCurrencyId: 'images',
      credits: 100,
      price: 900,
      currency: 'usd',
      tierId: 'pro',
    },
  ],
] as const satisfies readonly (readonly [string, object])[]

function plan(slug: string, tierId: string, amount: number) {
  return {
    productId: 'studio',
    tierId,
    name: slug,
    slug,
    currency: 'usd',
    interval: 'month',
    isPublic: true,
    status: 'active',
    charges: amount === 0 ? [] : [fee(amount)],
  }
}

function fee(amount: number) {
  return { type: 'recurring', name: 'Base fee', pricing: { model: 'flat', amount } }
}

function quota(value: number) {
  return { featureSlug: 'renders', mode: 'quota', value }
}
