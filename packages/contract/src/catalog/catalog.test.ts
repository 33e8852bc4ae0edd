import { branding } from '../organizations.ts'
import { describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import { plan, product, publicPricing } from './index.ts'

describeResource(
  'plan',
  plan,
  {
    id: 'plan_1',
    productId: 'prod_1',
    tierId: 'tier_1',
    name: 'Pro',
    slug: 'pro',
    description: null,
    kind: 'base',
    currency: 'usd',
    interval: 'month',
    intervalCount: 1,
    trial: null,
    isPublic: true,
    status: 'active',
    version: 1,
    charges: [],
    entitlements: [],
    grantRules: [],
    metadata: {},
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  {
    required: 'id name slug isPublic metadata status charges entitlements grantRules',
    nullable: 'description',
  },
)

const soldProduct = {
  id: 'prod_1',
  name: 'Shop',
  slug: 'shop',
  description: null,
  imageUrl: null,
}

describeResource(
  'product',
  product,
  {
    ...soldProduct,
    organizationId: 'org_1',
    status: 'active',
    metadata: {},
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  {
    required: 'id organizationId name slug status metadata createdAt updatedAt',
    nullable: 'description imageUrl',
  },
)

const row = { slug: 'chat', name: 'Chat', eventName: 'chat', creditCurrencyId: 'cur_1' }
const tier = {
  id: 'tier_1',
  name: 'Pro',
  slug: 'pro',
  plans: [],
  addons: [],
  creditPackages: [],
  entitlementBySlug: {
    chat: {
      mode: 'quota',
      type: 'metered',
      value: 100,
      period: 'month',
      periodAllocation: 100,
    },
  },
  isPopular: true,
  isForeverFree: false,
  isSelfServe: true,
  isSalesLed: false,
  ctaLabel: null,
  intervals: ['month', 'year'],
}

describeResource(
  'public pricing',
  publicPricing,
  { currency: 'usd', product: soldProduct, features: [row], tiers: [tier] },
  { required: 'currency product features tiers' },
)
describeResource('pricing product', publicPricing.shape.product, soldProduct, {
  required: 'id name slug',
  nullable: 'description imageUrl',
})
describeResource('pricing feature row', publicPricing.shape.features.element, row, {
  required: 'slug name',
  nullable: 'eventName creditCurrencyId',
})
describeResource('pricing tier', publicPricing.shape.tiers.element, tier, {
  required:
    'id name plans addons creditPackages entitlementBySlug isPopular isForeverFree isSelfServe isSalesLed intervals',
  nullable: 'ctaLabel',
})

describeResource(
  'branding',
  branding,
  { name: 'Shop', logo: 'https://shop.example/logo.svg', website: null, branding: null },
  { required: 'name', nullable: 'logo website branding' },
)
