import {
  checkBatchBody,
  checkBody,
  checkCustomerBody,
  checkResponse,
  entitlementOverride,
  entitlementValue,
  listedEntitlementValue,
  namedEntitlementValue,
  putEntitlementOverrideBody,
} from './entitlements.ts'
import { describeRequest, describeResource, EXAMPLE_TIME } from './testing/describeResource.ts'

const common = { featureSlug: 'chat', access: true, deniedReason: 'usage_exceeded' }

const values = [
  { example: { type: 'boolean', ...common }, required: '', nullable: '' },
  {
    example: {
      type: 'metered',
      ...common,
      remaining: 60,
      usage: 40,
      limit: 100,
      percentage: 40,
      isUnlimited: false,
      nextResetAt: EXAMPLE_TIME,
    },
    required: 'remaining usage limit percentage isUnlimited',
    nullable: 'nextResetAt',
  },
  {
    example: { type: 'credit', ...common, creditBalance: 987.5 },
    required: 'creditBalance',
    nullable: '',
  },
  { example: { type: 'config', ...common, value: 'eu' }, required: '', nullable: 'value' },
  { example: { type: 'enum', ...common, enumValues: [] }, required: 'enumValues', nullable: '' },
]

for (const { example, required, nullable } of values) {
  describeResource(`${example.type} entitlement`, entitlementValue, example, {
    required: `type access ${required}`,
    nullable,
    optional: 'featureSlug deniedReason',
  })
  describeResource(`${example.type} entitlement in a list`, listedEntitlementValue, example, {
    required: `type access featureSlug ${required}`,
    nullable,
    optional: 'deniedReason',
  })
  describeResource(
    `${example.type} entitlement by name`,
    namedEntitlementValue,
    { ...example, featureName: 'Chat' },
    {
      required: `type access featureSlug featureName ${required}`,
      nullable,
      optional: 'deniedReason',
    },
  )
}

describeResource(
  'check response',
  checkResponse,
  {
    access: false,
    remaining: 0,
    creditBalance: 12.5,
    feature: { slug: 'chat', type: 'credit' },
    deniedReason: 'credit_exhausted',
  },
  { required: 'access feature', optional: 'remaining creditBalance deniedReason' },
)

describeRequest(
  'check',
  checkBody,
  [
    { customerId: 'acme', featureSlug: 'chat' },
    { customerId: 'acme', featureSlug: 'Not a slug', requestedUsage: 0.5 },
  ],
  [
    { featureSlug: 'chat' },
    { customerId: 'acme' },
    { customerId: 'acme', featureSlug: 'chat', requestedUsage: -1 },
    { customerId: 'acme', featureSlug: 'chat', requestedUsage: '1' },
    { customerId: 'acme', feature: 'chat' },
  ],
)

describeRequest(
  'customer check',
  checkCustomerBody,
  [
    { featureSlug: 'regions', requestedValues: ['eu'] },
    { featureSlug: 'chat', requestedUsage: 5 },
  ],
  [{}, { featureSlug: 'regions', requestedValues: 'eu' }],
)

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `feature-${index}`)

describeRequest(
  'batch check',
  checkBatchBody,
  [{ featureSlugs: slugs(1) }, { featureSlugs: slugs(50) }],
  [{ featureSlugs: [] }, { featureSlugs: slugs(51) }, { slugs: slugs(1) }],
)

describeRequest(
  'entitlement override',
  putEntitlementOverrideBody,
  [{}, { access: false }, { mode: 'quota', value: 500 }, { values: ['eu'] }],
  [{ featureSlug: 'chat' }, { access: 'no' }],
)

describeResource(
  'entitlement override',
  entitlementOverride,
  {
    featureSlug: 'sso',
    type: 'boolean',
    access: true,
    entitlement: { featureSlug: 'sso', type: 'boolean' },
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  { required: 'featureSlug type access createdAt updatedAt', nullable: 'entitlement' },
)
