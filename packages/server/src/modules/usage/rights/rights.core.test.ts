import { expect, it } from 'vitest'
import type { EntitlementTerms } from '../../catalog/core.ts'
import {
  type FeatureOverride,
  type Rights,
  type SubscriptionRight,
  termsOf,
} from './rights.core.ts'

const config = (value: number): EntitlementTerms => ({ type: 'config', value })
const subscription = (
  id: string,
  entitlements: [string, EntitlementTerms][],
): SubscriptionRight => ({
  id,
  planId: 'plan_1',
  planVersion: 1,
  billingAnchor: new Date(0),
  invoicedThrough: null,
  seats: '',
  plan: {
    interval: 'month',
    intervalCount: 1,
    entitlements: new Map(entitlements),
    usageCharges: [],
    seats: [],
  },
})
const older = subscription('sub_1', [['feat_a', config(1)]])
const newer = subscription('sub_2', [
  ['feat_a', config(2)],
  ['feat_b', config(3)],
])
const rights = (...overrides: [string, FeatureOverride][]): Rights => ({
  version: 1,
  subscriptions: [older, newer],
  overrides: new Map(overrides),
  shape: '',
})

it('collects the terms of all subscriptions, oldest first', () => {
  expect(termsOf(rights(), 'feat_a')).toEqual([
    { terms: config(1), subscription: older },
    { terms: config(2), subscription: newer },
  ])
  expect(termsOf(rights(), 'feat_b')).toEqual([{ terms: config(3), subscription: newer }])
  expect(termsOf(rights(), 'feat_c')).toEqual([])
})

it('lets an override replace or deny the terms of the plans, for its feature only', () => {
  const terms = config(9)
  const overridden = rights(['feat_a', { access: true, terms }], ['feat_b', { access: false }])
  expect(termsOf(overridden, 'feat_a')).toEqual([{ terms, subscription: null }])
  expect(termsOf(overridden, 'feat_b')).toBe('denied')
  expect(termsOf(overridden, 'feat_c')).toEqual([])
})
