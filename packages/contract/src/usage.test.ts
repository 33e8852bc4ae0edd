import { describe, expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from './testing/describeResource.ts'
import {
  rejectionReason,
  trackBody,
  trackItem,
  trackResult,
  usageAggregate,
  usageAggregateQuery,
  usageEvent,
  usageMeter,
} from './usage.ts'

describeRequest(
  'usage event',
  usageEvent,
  [
    { customerId: 'acme', eventName: 'chat' },
    {
      customerId: 'acme',
      eventName: 'chat',
      quantity: 0.000000001,
      properties: { model: 'large', nested: { ok: [1, null] } },
      timestamp: '2026-01-31T12:00:00+05:30',
      idempotencyKey: 'x'.repeat(255),
    },
  ],
  [
    { eventName: 'chat' },
    { customerId: 'acme' },
    { customerId: '', eventName: 'chat' },
    { customerId: 'acme', eventName: '' },
    { customerId: 'acme', eventName: 'chat', quantity: -1 },
    { customerId: 'acme', eventName: 'chat', quantity: '1' },
    { customerId: 'acme', eventName: 'chat', quantity: 1e-10 },
    { customerId: 'acme', eventName: 'chat', properties: [] },
    { customerId: 'acme', eventName: 'chat', timestamp: 'yesterday' },
    { customerId: 'acme', eventName: 'chat', idempotencyKey: 'x'.repeat(256) },
    { customerId: 'acme', eventName: 'chat', value: 1 },
    null,
  ],
)

test('quantity is one by default', () => {
  expect(usageEvent.parse({ customerId: 'acme', eventName: 'chat' }).quantity).toBe(1)
})

describe('a track request', () => {
  test('is valid even if it contains a bad event', () => {
    const events = [{ customerId: 'acme', eventName: 'chat' }, { nonsense: 1 }, null, 'text']
    expect(trackBody.parse({ events })).toEqual({ events })
  })

  test.each([
    [0, false],
    [1, true],
    [1000, true],
    [1001, false],
  ])('with %i events is valid: %s', (count, accepted) => {
    const events = Array.from({ length: count }, () => ({}))
    expect(trackBody.safeParse({ events }).success).toBe(accepted)
  })
})

const item = {
  index: 0,
  eventId: 'evt_1',
  status: 'accepted',
  flow: 'credit',
  featureSlug: 'chat',
  creditCurrencyId: 'cur_1',
  creditsDeducted: '12.5',
  creditBalance: '987.5',
}

describeResource('track item', trackItem, item, {
  required: 'index eventId status flow creditsDeducted',
  nullable: 'featureSlug creditCurrencyId creditBalance',
})

test('amounts in the track result are strings', () => {
  expect(trackItem.safeParse({ ...item, creditsDeducted: 12.5 }).success).toBe(false)
  expect(trackItem.safeParse({ ...item, creditBalance: 987.5 }).success).toBe(false)
})

describeResource(
  'track result',
  trackResult,
  {
    accepted: 1,
    rejected: 1,
    results: [item],
    rejections: [{ index: 1, reason: 'unknown_event', message: 'Did you mean "chat"?' }],
  },
  { required: 'accepted rejected results', optional: 'rejections' },
)

test('rejections have the eight documented reasons', () => {
  expect(rejectionReason.options).toHaveLength(8)
})

describeResource(
  'usage meter',
  usageMeter,
  {
    metricId: 'met_1',
    metricName: 'Chats',
    usage: 40,
    limit: 100,
    isUnlimited: false,
    percentage: 40,
  },
  { required: 'metricId metricName usage isUnlimited percentage', nullable: 'limit' },
)

describeResource(
  'usage aggregate row',
  usageAggregate,
  { date: '2026-01-31', eventName: 'chat', total: 12.5 },
  { required: 'date eventName total' },
)

describeRequest(
  'usage aggregate',
  usageAggregateQuery,
  [
    {},
    { customerId: 'acme', eventName: 'chat', from: '2026-01-01', to: EXAMPLE_TIME },
    { days: '7' },
  ],
  [{ from: '2026-02-30' }, { to: '0000-01-01' }, { days: '0' }, { day: '30' }],
)
