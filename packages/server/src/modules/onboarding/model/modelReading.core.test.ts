import { describe, expect, it } from 'vitest'
import { parseReading } from './modelReading.core.ts'

describe('an answer', () => {
  it.each([
    [null],
    ['tiers'],
    [{ tiers: 'Solo' }],
    [{ tiers: [null, 7, { name: 3 }, { name: ' ' }, { name: 'x'.repeat(1_000) }] }],
    [JSON.parse('{"__proto__": {"tiers": [{"name": "Solo"}]}}')],
  ])('of another form is none: %j', (answer) => {
    expect(parseReading(answer)).toEqual({ tiers: [] })
  })

  it('is taken as far as it has the form', () => {
    expect(parseReading({ tiers: [{ name: ' Solo ', prices: ['$12', 12, {}], more: 1 }] })).toEqual(
      {
        tiers: [{ name: 'Solo', prices: ['$12'], features: [] }],
      },
    )
  })
})
