import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

const START = new Date('2026-01-01T00:00:00Z')

/** An active monthly subscription with the given changes. */
export const aSubscription = (changes: Partial<SubscriptionRecord> = {}): SubscriptionRecord => ({
  id: 'sub_1',
  customerId: 'customer',
  planId: 'plan_1',
  planVersion: 1,
  productId: 'prod_1',
  parentId: null,
  status: 'active',
  collectionMethod: 'charge_automatically',
  quantities: {},
  billingAnchor: START,
  hasGivenAnchor: false,
  currentPeriodStart: START,
  currentPeriodEnd: new Date('2026-02-01T00:00:00Z'),
  invoicedThrough: null,
  startsAt: null,
  trialDays: null,
  trialEndsAt: null,
  trialEndToldAt: null,
  incompleteUntil: null,
  cancelAt: null,
  canceledAt: null,
  pausedAt: null,
  pendingChange: null,
  couponId: null,
  discountPeriodsLeft: null,
  creditShares: {},
  metadata: {},
  revision: 0,
  nextDripAt: null,
  createdAt: START,
  updatedAt: START,
  ...changes,
})
