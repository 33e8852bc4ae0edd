import { expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import { allowancesOf, type MeteredTerms } from './allowances.core.ts'
import type { SubscriptionRight } from './rights.core.ts'

const subscription = (id: string): SubscriptionRight => ({
  id,
  planId: 'plan_1',
  planVersion: 1,
  billingAnchor: new Date(0),
  invoicedThrough: null,
  plan: {
    interval: 'month',
    intervalCount: 1,
    entitlements: new Map(),
    usageCharges: [],
    seats: [],
  },
  seats: '',
})
const older = subscription('sub_1')
const newer = subscription('sub_2')
const terms = (
  subscribed: SubscriptionRight | null,
  value: number | null,
  more: Partial<MeteredTerms['terms']> = {},
): MeteredTerms => ({
  terms: {
    type: 'metered',
    mode: 'quota',
    value,
    period: 'billing_period',
    limit: 'hard',
    ...more,
  },
  subscription: subscribed,
})

it('adds up terms with the same mode and period, under the oldest subscription', () => {
  expect(allowancesOf([terms(older, 100), terms(newer, 0.5)])).toEqual({
    unlimited: false,
    soft: false,
    allowances: [
      {
        mode: 'quota',
        period: 'billing_period',
        limit: parseAmount('100.5'),
        subscription: older,
      },
    ],
  })
})

it('keeps terms with another mode or period separate', () => {
  const { allowances } = allowancesOf([
    terms(older, 100),
    terms(older, 10, { period: 'minute' }),
    terms(newer, 5, { period: 'minute', mode: 'rate' }),
  ])
  expect(allowances.map(({ mode, period }) => [mode, period])).toEqual([
    ['quota', 'billing_period'],
    ['quota', 'minute'],
    ['rate', 'minute'],
  ])
})

it('makes the limit soft if any term is soft', () => {
  expect(allowancesOf([terms(older, 1), terms(newer, 1, { limit: 'soft' })]).soft).toBe(true)
})

it('has no limit if any term is unlimited', () => {
  const none = { mode: 'unlimited', period: null, limit: null } as const
  expect(allowancesOf([terms(older, 1), terms(newer, null, none)])).toEqual({
    unlimited: true,
    soft: false,
    allowances: [],
  })
})
