import { describe, expect, it } from 'vitest'
import { changedParts, NO_TERMS, nextPlanStatus, type PlanTerms } from './planTerms.core.ts'

const terms: PlanTerms = {
  charges: [],
  entitlements: [
    {
      featureSlug: 'calls',
      type: 'metered',
      mode: 'quota',
      value: 1,
      period: 'day',
      limit: 'hard',
    },
  ],
  grantRules: [],
}

describe('changedParts', () => {
  it('ignores the order of fields', () => {
    const reordered: PlanTerms = {
      ...terms,
      entitlements: [
        {
          limit: 'hard',
          value: 1,
          type: 'metered',
          period: 'day',
          mode: 'quota',
          featureSlug: 'calls',
        },
      ],
    }
    expect(changedParts(terms, reordered)).toEqual([])
  })

  it('returns the parts that differ', () => {
    expect(changedParts(terms, NO_TERMS)).toEqual(['entitlements'])
  })

  it('respects the order of lists', () => {
    const two: PlanTerms = {
      ...NO_TERMS,
      entitlements: [
        { featureSlug: 'a', type: 'boolean' },
        { featureSlug: 'b', type: 'boolean' },
      ],
    }
    const swapped = { ...two, entitlements: two.entitlements.toReversed() }
    expect(changedParts(two, swapped)).toEqual(['entitlements'])
  })
})

describe('nextPlanStatus', () => {
  it.each([
    ['draft', 'publish', 'active'],
    ['active', 'publish', 'active'],
    ['archived', 'publish', 'active'],
    ['draft', 'archive', 'archived'],
    ['active', 'archive', 'archived'],
    ['archived', 'archive', 'archived'],
    ['migrated', 'publish', null],
    ['migrated', 'archive', null],
  ] as const)('%s, %s: %s', (state, action, next) => {
    expect(nextPlanStatus(state, action)).toBe(next)
  })
})
