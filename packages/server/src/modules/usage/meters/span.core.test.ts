import { describe, expect, it } from 'vitest'
import type { SubscriptionRight } from '../rights/rights.core.ts'
import { spanAt } from './span.core.ts'

const at = (text: string) => new Date(text)
const NOON = at('2026-03-31T12:00:00Z')
const EPOCH = '1970-01-01T00:00:00.000Z'
const subscription = (
  interval: SubscriptionRight['plan']['interval'],
  anchor = '2026-01-31T08:00:00Z',
): SubscriptionRight => ({
  id: 'sub_1',
  planId: 'plan_1',
  planVersion: 1,
  billingAnchor: at(anchor),
  invoicedThrough: null,
  plan: { interval, intervalCount: 1, entitlements: new Map(), usageCharges: [], seats: [] },
  seats: '',
})
const shown = (span: ReturnType<typeof spanAt>) => [
  span.key,
  span.slot.toISOString(),
  span.start.toISOString(),
  span.end?.toISOString() ?? null,
]

describe('a span', () => {
  it.each([
    ['minute', EPOCH, '2026-03-31T12:00:00.000Z', '2026-03-31T12:01:00.000Z'],
    ['hour', EPOCH, '2026-03-31T12:00:00.000Z', '2026-03-31T13:00:00.000Z'],
    ['day', null, '2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['week', null, '2026-03-29T22:00:00.000Z', '2026-04-05T22:00:00.000Z'],
    ['month', null, '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['year', null, '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['lifetime', EPOCH, EPOCH, null],
  ] as const)(
    'of a %s has the right bounds for a customer in Berlin',
    (period, slot, start, end) => {
      const span = spanAt(period, NOON, 'Europe/Berlin', null)
      expect(shown(span)).toEqual([period, slot ?? start, start, end])
    },
  )

  it("of a billing period follows the subscription, in the customer's time zone", () => {
    expect(shown(spanAt('billing_period', NOON, 'Europe/Berlin', subscription('month')))).toEqual([
      'sub_1',
      '2026-03-31T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
      '2026-04-30T07:00:00.000Z',
    ])
  })

  it('of a billing period has no end on a plan without an interval', () => {
    const anchor = '2026-01-31T08:00:00.000Z'
    expect(shown(spanAt('billing_period', NOON, 'UTC', subscription('none')))).toEqual([
      'sub_1',
      anchor,
      anchor,
      null,
    ])
  })

  it('of a billing period is the calendar month without a subscription', () => {
    expect(spanAt('billing_period', NOON, 'UTC', null)).toEqual(spanAt('month', NOON, 'UTC', null))
  })

  it('is cached for other instants within it', () => {
    const monthly = subscription('month')
    const later = at('2026-04-03T00:00:00Z')
    const first = spanAt('billing_period', NOON, 'UTC', monthly)
    expect(spanAt('billing_period', later, 'UTC', monthly)).toBe(first)
    expect(spanAt('week', later, 'UTC', null)).toBe(spanAt('week', NOON, 'UTC', null))
  })

  it('is computed again for another instant, time zone or subscription', () => {
    const monthly = subscription('month')
    const startOf = (text: string, timezone = 'UTC', of = monthly) =>
      spanAt('billing_period', at(text), timezone, of).start.toISOString()
    expect(startOf('2026-02-10T00:00:00Z')).toBe('2026-01-31T08:00:00.000Z')
    expect(startOf('2026-02-28T08:00:00Z')).toBe('2026-02-28T08:00:00.000Z')
    expect(startOf('2026-04-10T00:00:00Z')).toBe('2026-03-31T08:00:00.000Z')
    expect(startOf('2026-04-10T00:00:00Z', 'Europe/Berlin')).toBe('2026-03-31T07:00:00.000Z')
    const other = subscription('month', '2026-01-05T00:00:00Z')
    expect(startOf('2026-04-10T00:00:00Z', 'UTC', other)).toBe('2026-04-05T00:00:00.000Z')
    expect(startOf('2026-02-10T00:00:00Z')).toBe('2026-01-31T08:00:00.000Z')
    const months = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z']
    expect(months.map((now) => shown(spanAt('month', at(now), 'UTC', null))[2])).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ])
  })
})
