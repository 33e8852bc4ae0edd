import { expect, it } from 'vitest'
import type { EntitlementTerms } from './entitlementTerms.core.ts'
import { seatCount, seatTerms } from './planRights.core.ts'

const quota: EntitlementTerms = {
  type: 'metered',
  mode: 'quota',
  value: 1,
  period: 'month',
  limit: 'soft',
}
const unlimited: EntitlementTerms = {
  type: 'metered',
  mode: 'unlimited',
  value: null,
  period: null,
  limit: null,
}
const rate: EntitlementTerms = { ...quota, mode: 'rate', period: 'hour' }

it('a subscription has its own number of seats, or the default of the plan', () => {
  const seats = { featureSlug: 'seats', quantity: 3 }
  expect(seatCount(seats, { seats: 5 })).toBe(5)
  expect(seatCount(seats, { seats: 0 })).toBe(0)
  expect(seatCount(seats, { others: 5 })).toBe(3)
})

it.each([
  ['metered', undefined, { ...quota, value: 7, period: 'lifetime', limit: 'hard' }],
  ['metered', quota, { ...quota, value: 7 }],
  ['metered', unlimited, unlimited],
  ['metered', rate, rate],
  ['config', undefined, { type: 'config', value: 7 }],
  ['config', { type: 'config', value: 1 }, { type: 'config', value: 7 }],
  ['config', { type: 'config', value: 'many' }, { type: 'config', value: 'many' }],
] as const)('seven seats apply to a %s feature with the plan terms %j', (type, terms, given) => {
  expect(seatTerms(type, 7, terms)).toEqual(given)
})
