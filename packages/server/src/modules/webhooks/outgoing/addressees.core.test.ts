import { expect, it } from 'vitest'
import { addresseesOf } from './addressees.core.ts'

const message = { environmentId: 'env_1', id: 'msg_05', type: 'invoice.paid' }
const isAddressed = (endpoint: { environmentId?: string; id?: string; events?: string[] }) =>
  addresseesOf(message, [{ environmentId: 'env_1', id: 'whe_01', events: [], ...endpoint }])
    .length === 1

it('an endpoint receives all event types, or those that it selected', () => {
  expect(isAddressed({})).toBe(true)
  expect(isAddressed({ events: ['credits.low', 'invoice.paid'] })).toBe(true)
  expect(isAddressed({ events: ['credits.low'] })).toBe(false)
})

it('an endpoint receives nothing from another environment', () => {
  expect(isAddressed({ environmentId: 'env_2' })).toBe(false)
})

it('an endpoint receives no messages from before its creation', () => {
  expect(isAddressed({ id: 'whe_04' })).toBe(true)
  expect(isAddressed({ id: 'whe_06' })).toBe(false)
})
