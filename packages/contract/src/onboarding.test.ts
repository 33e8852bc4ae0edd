import { expect, test } from 'vitest'
import {
  onboardingCreated,
  onboardingEvent,
  onboardingRun,
  startOnboardingBody,
  trackingContractEntry,
} from './onboarding.ts'
import { describeRequest, describeResource, EXAMPLE_TIME } from './testing/describeResource.ts'

const created = {
  kind: 'plan',
  id: 'plan_1',
  slug: 'pro',
  name: 'Pro',
  confidence: 0.9,
  evidence: 'Pro, $20 a month',
}
const contract = {
  eventName: 'chat',
  metric: 'chats',
  featureSlugs: ['chat'],
  exampleEvent: { customerId: 'acme', eventName: 'chat' },
}
const run = {
  id: 'run_1',
  status: 'completed',
  url: 'https://shop.example/pricing',
  created: [created],
  skipped: [
    {
      kind: 'product',
      id: 'prod_1',
      slug: 'shop',
      name: 'Shop',
      confidence: 1,
      evidence: 'Shop',
      reason: 'already_exists',
    },
  ],
  failed: [{ kind: 'plan', name: 'Max', error: 'no price found' }],
  productId: 'prod_1',
  trackingContract: [contract],
  snippet: 'await purser.track({})',
  missed: ['The price of Max is an image.'],
  changes: [
    {
      action: 'update',
      kind: 'tier',
      slug: 'shop-pro',
      fields: [{ path: 'isPopular', before: false, after: true }],
    },
  ],
  error: null,
  createdAt: EXAMPLE_TIME,
  completedAt: EXAMPLE_TIME,
}

describeResource('onboarding run', onboardingRun, run, {
  required: 'id status created skipped failed trackingContract missed changes',
  nullable: 'productId snippet error completedAt',
})
describeResource('onboarding created', onboardingCreated, created, {
  required: 'kind id slug name confidence',
  nullable: 'evidence',
})
describeResource('tracking contract', trackingContractEntry, contract, {
  required: 'eventName metric featureSlugs exampleEvent',
})

test.each([
  { event: 'status', data: { id: 'run_1', status: 'fetching' } },
  { event: 'found', data: { kind: 'plan', name: 'Pro', confidence: 1, evidence: null } },
  { event: 'created', data: created },
  { event: 'skipped', data: run.skipped[0] },
  { event: 'failed', data: run.failed[0] },
  { event: 'done', data: run },
])('the stream sends $event', (event) => {
  expect(onboardingEvent.parse(event)).toEqual(event)
})

describeRequest(
  'onboarding',
  startOnboardingBody,
  // The run itself reports a URL that is not a page.
  [{ url: 'https://shop.example/pricing' }, { url: 'shop.example' }],
  [{}, { url: '' }, { url: 7 }, { url: ['https://shop.example'] }, { url: 'x'.repeat(10_000) }],
)
