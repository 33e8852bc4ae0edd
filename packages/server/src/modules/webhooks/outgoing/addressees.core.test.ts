import { expect, it } from 'vitest'
import { addresseesOf } from './addressees.core.ts'

const message = { environmentId: 'env_1', id: 'msg_05', type: 'invoice.paid' }
const told = (endpoint: { environmentId?: string; id?: string; events?: string[] }) =>
  addresseesOf(message, [{ environmentId: 'env_1', id: 'whe_01', events: [], ...endpoint }])
    .length === 1

it('an endpoint is told of every kind, or of those that it named', () => {
  expect(told({})).toBe(true)
  expect(told({ events: ['credits.low', 'invoice.paid'] })).toBe(true)
  expect(told({ events: ['credits.low'] })).toBe(false)
})

it('an endpoint is told of nothing in another environment', () => {
  expect(told({ environmentId: 'env_2' })).toBe(false)
})

it('an endpoint is told of nothing that happened before it was there', () => {
  expect(told({ id: 'whe_04' })).toBe(true)
  expect(told({ id: 'whe_06' })).toBe(false)
})
