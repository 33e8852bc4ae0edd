import { expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import {
  cancelSubscriptionBody,
  changeSubscriptionBody,
  createSubscriptionBody,
  subscription,
  subscriptionChangePreview,
  subscriptionStatus,
} from './index.ts'

describeResource(
  'subscription',
  subscription,
  {
    id: 'sub_1',
    customerId: 'acme',
    planId: 'plan_1',
    planName: 'Pro',
    planVersion: 2,
    productId: 'prod_1',
    status: 'active',
    collectionMethod: 'charge_automatically',
    quantities: { seats: 5 },
    items: [
      {
        id: 'item_1',
        planId: 'plan_2',
        planName: 'Extra seats',
        planVersion: 1,
        quantities: {},
        cancelAt: null,
        createdAt: EXAMPLE_TIME,
      },
    ],
    currentBillingPeriodStart: EXAMPLE_TIME,
    currentBillingPeriodEnd: EXAMPLE_TIME,
    billingAnchor: EXAMPLE_TIME,
    trialEndsAt: null,
    cancelAt: null,
    canceledAt: null,
    pendingChange: {
      planId: 'plan_3',
      planName: 'Basic',
      planVersion: 1,
      quantities: {},
      effectiveAt: EXAMPLE_TIME,
    },
    discount: {
      couponId: 'cpn_1',
      code: 'WELCOME',
      percentOff: 20,
      amountOff: null,
      currency: null,
      endsAt: null,
    },
    metadata: {},
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  {
    required:
      'id customerId planId planName planVersion productId status collectionMethod quantities items metadata createdAt updatedAt',
    nullable:
      'currentBillingPeriodStart currentBillingPeriodEnd billingAnchor trialEndsAt cancelAt canceledAt pendingChange discount',
  },
)

test('the statuses match the interface', () => {
  expect(subscriptionStatus.options.toSorted()).toEqual([
    'active',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
  ])
})

describeResource(
  'change preview',
  subscriptionChangePreview,
  {
    subscriptionId: 'sub_1',
    fromPlanId: 'plan_1',
    toPlanId: 'plan_3',
    direction: 'upgrade',
    timing: 'now',
    effectiveAt: EXAMPLE_TIME,
    currency: 'usd',
    prorationLines: [
      {
        kind: 'credit',
        description: 'Unused time on Pro',
        planId: 'plan_1',
        unitAmount: null,
        quantity: 1,
        subtotal: -1000,
        periodStart: EXAMPLE_TIME,
        periodEnd: EXAMPLE_TIME,
      },
    ],
    subtotal: 1000,
    discount: 0,
    creditsApplied: 0,
    tax: 0,
    total: 1000,
    amountDue: 1000,
    nextBillingAt: EXAMPLE_TIME,
    nextAmount: 2000,
    entitlementChanges: [
      {
        featureSlug: 'sso',
        type: 'boolean',
        change: 'added',
        before: null,
        after: { featureSlug: 'sso', type: 'boolean' },
      },
    ],
    creditImpacts: [],
    previewToken: 'token',
    expiresAt: EXAMPLE_TIME,
  },
  {
    required:
      'direction timing effectiveAt prorationLines total amountDue entitlementChanges creditImpacts previewToken expiresAt',
    nullable: 'nextBillingAt nextAmount',
  },
)

describeRequest(
  'subscription',
  createSubscriptionBody,
  [
    { planId: 'pro' },
    {
      customerId: 'acme',
      planId: 'plan_1',
      quantities: { seats: 5 },
      couponCode: 'WELCOME',
      trialDays: 0,
      billingAnchor: EXAMPLE_TIME,
      startsAt: EXAMPLE_TIME,
      metadata: { a: 1 },
    },
  ],
  [
    { customerId: 'acme' },
    { planId: 'pro', quantities: { seats: 1.5 } },
    { planId: 'pro', quantities: { seats: -1 } },
    { planId: 'pro', trialDays: -1 },
    { planId: 'pro', startsAt: '2026-01-31' },
    { planId: 'pro', quantity: 5 },
  ],
)

describeRequest(
  'change',
  changeSubscriptionBody,
  [{ planId: 'pro' }, { planId: 'pro', when: 'period_end', previewToken: 'token' }],
  [{}, { planId: 'pro', when: 'later' }],
)

test('a subscription is canceled at the end of its period by default', () => {
  expect(cancelSubscriptionBody.parse(undefined)).toEqual({ when: 'period_end' })
  expect(cancelSubscriptionBody.parse({ when: 'now' })).toEqual({ when: 'now' })
})
