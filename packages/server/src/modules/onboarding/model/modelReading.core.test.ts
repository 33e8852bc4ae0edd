import { describe, expect, it } from 'vitest'
import { parseReading } from './modelReading.core.ts'

describe('the answer of a model', () => {
  it.each([
    [null],
    ['tiers'],
    [{ tiers: 'Solo' }],
    [{ tiers: [null, 7, { name: 3 }, { name: ' ' }, { name: 'x'.repeat(1_000) }] }],
    [JSON.parse('{"__proto__": {"tiers": [{"name": "Solo"}]}}')],
  ])('counts as empty if it is malformed: %j', (answer) => {
    expect(parseReading(answer)).toEqual({ tiers: [] })
  })

  it('is used without its malformed parts', () => {
    expect(parseReading({ tiers: [{ name: ' Solo ', prices: ['$12', 12, {}], more: 1 }] })).toEqual(
      {
        tiers: [{ name: 'Solo', prices: ['$12'], features: [] }],
      },
    )
  })
})
