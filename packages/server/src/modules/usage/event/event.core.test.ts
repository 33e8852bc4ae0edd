import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import { readEvent } from './event.core.ts'

const base = { customerId: 'c', eventName: 'e' }
const hashOf = (fields: Record<string, unknown>) => {
  const event = readEvent({ ...base, idempotencyKey: 'k', ...fields })
  if ('problem' in event) throw new Error(event.problem)
  return event.requestHash
}

describe('reading an event', () => {
  it('fills in defaults', () => {
    const event = readEvent(base)
    expect(event).toMatchObject({ properties: {}, timestamp: null, idempotencyKey: null })
    expect('quantity' in event && formatAmount(event.quantity)).toBe('1')
  })

  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ ...base, quantity: -1 }],
    [{ ...base, quantity: '1' }],
    [{ ...base, quantity: 1e15 }],
    [{ ...base, quantity: 1e-10 }],
    [{ ...base, customerId: '' }],
    [{ ...base, customerId: 'a\0b' }],
    [{ ...base, eventName: '' }],
    [{ ...base, timestamp: 'yesterday' }],
    [{ ...base, timestamp: '0000-01-01T00:00:00Z' }],
    [{ ...base, timestamp: '2026-02-30T00:00:00Z' }],
    [{ ...base, properties: [] }],
    [{ ...base, properties: { 'a\0': 1 } }],
    [{ ...base, idempotencyKey: '' }],
    [{ ...base, idempotencyKey: 'k'.repeat(256) }],
    [{ ...base, quanttity: 1 }],
  ])('rejects %j with the reason', (raw) => {
    expect(readEvent(raw)).toEqual({ problem: expect.stringMatching(/.+/) })
  })

  it('names an unknown field', () => {
    expect(readEvent({ ...base, quanttity: 1 })).toMatchObject({
      problem: expect.stringContaining('quanttity'),
    })
  })

  it('accepts any UTC offset and a quantity of zero', () => {
    const event = readEvent({ ...base, quantity: 0, timestamp: '2026-01-31T12:00:00+02:00' })
    expect(event).toMatchObject({ timestamp: new Date('2026-01-31T10:00:00Z') })
  })

  it('gives the same request the same hash, regardless of the order of its fields', () => {
    const first = hashOf({ properties: { a: 1, b: { c: [1, 2], d: null } }, quantity: 2 })
    expect(hashOf({ quantity: 2, properties: { b: { d: null, c: [1, 2] }, a: 1 } })).toBe(first)
    expect(hashOf({})).toBe(hashOf({ quantity: 1, properties: {} }))
  })

  it('gives different requests different hashes', () => {
    const hashes = [
      {},
      { quantity: 2 },
      { eventName: 'f' },
      { properties: { a: 1 } },
      { properties: { a: '1' } },
      { properties: { a: { b: 1 } } },
      { timestamp: '2026-01-01T00:00:00Z' },
    ].map(hashOf)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
