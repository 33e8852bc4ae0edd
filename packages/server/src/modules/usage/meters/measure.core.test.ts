import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import type { Metric } from '../../catalog/read.ts'
import { readEvent, type UsageEvent } from '../event/event.core.ts'
import { measure } from './measure.core.ts'

const metric = (fields: Partial<Metric>): Metric => ({
  id: 'met_1',
  name: 'Tokens',
  slug: 'tokens',
  eventName: 'tokens.used',
  aggregation: 'sum',
  property: null,
  filter: [],
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
})

function event(fields: Record<string, unknown> = {}): UsageEvent {
  const read = readEvent({ customerId: 'c', eventName: 'tokens.used', ...fields })
  if ('problem' in read) throw new Error(read.problem)
  return read
}

describe('the measure of an event', () => {
  it('is 1 for a count, regardless of the quantity of the event', () => {
    expect(measure(metric({ aggregation: 'count' }), event({ quantity: 5 }))).toEqual({
      amount: parseAmount(1),
    })
  })

  it.each(['sum', 'max', 'latest'] as const)(
    'is the quantity of the event for %s',
    (aggregation) => {
      expect(measure(metric({ aggregation }), event({ quantity: 2.5 }))).toEqual({
        amount: parseAmount('2.5'),
      })
    },
  )

  it('is the value of the property that the metric names', () => {
    const tokens = metric({ property: 'tokens' })
    expect(measure(tokens, event({ properties: { tokens: 0.000000001 } }))).toEqual({
      amount: parseAmount('0.000000001'),
    })
    expect(measure(tokens, event({ properties: { other: 1 } }))).toBeNull()
    expect(measure(tokens, event({ properties: { tokens: null } }))).toBeNull()
  })

  it.each(['7', true, {}, [], -1, 1e15, 1e-10, 1e21])(
    'is a problem if that property is %j',
    (tokens) => {
      expect(
        measure(metric({ property: 'tokens' }), event({ properties: { tokens } })),
      ).toMatchObject({
        problem: expect.stringContaining('properties.tokens'),
      })
    },
  )

  it('is a value for unique, or a hash of the value if it is long', () => {
    const users = metric({ aggregation: 'unique', property: 'user' })
    expect(measure(users, event({ properties: { user: 'ada' } }))).toEqual({ member: 'ada' })
    expect(measure(users, event({ properties: { user: 7 } }))).toEqual({ member: '7' })
    const long = measure(users, event({ properties: { user: 'x'.repeat(1_000) } }))
    expect(long).toMatchObject({ member: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(measure(users, event({ properties: { user: { id: 1 } } }))).toHaveProperty('problem')
  })

  it('is null when a filter does not match, and filters compare strictly', () => {
    const large = metric({ filter: [{ property: 'model', in: ['large', 'huge'] }] })
    expect(measure(large, event({ properties: { model: 'large' } }))).not.toBeNull()
    expect(measure(large, event({ properties: { model: 'small' } }))).toBeNull()
    expect(measure(large, event())).toBeNull()
    const one = metric({ filter: [{ property: 'n', in: [1] }] })
    expect(measure(one, event({ properties: { n: '1' } }))).toBeNull()
  })
})
