import { describe, expect, it } from 'vitest'
import {
  type EntitlementFields,
  type FeatureType,
  normalizeEntitlement,
} from './entitlementTerms.core.ts'

const normalize = (type: FeatureType, input: EntitlementFields) =>
  normalizeEntitlement({ slug: 'thing', type }, input)

const paths = (type: FeatureType, input: EntitlementFields) => {
  const result = normalize(type, input)
  return 'problems' in result ? result.problems.map(({ path }) => path) : []
}

describe('normalizeEntitlement', () => {
  it.each<[FeatureType, EntitlementFields, object]>([
    ['boolean', {}, { type: 'boolean' }],
    [
      'metered',
      { mode: 'unlimited' },
      { type: 'metered', mode: 'unlimited', value: null, period: null, limit: null },
    ],
    [
      'metered',
      { mode: 'quota', value: 0 },
      { type: 'metered', mode: 'quota', value: 0, period: 'billing_period', limit: 'hard' },
    ],
    [
      'metered',
      { mode: 'quota', value: 5, period: 'day', limit: 'soft' },
      { type: 'metered', mode: 'quota', value: 5, period: 'day', limit: 'soft' },
    ],
    [
      'metered',
      { mode: 'rate', value: 60, period: 'minute' },
      { type: 'metered', mode: 'rate', value: 60, period: 'minute', limit: 'hard' },
    ],
    ['credit', {}, { type: 'credit', creditCost: null, onExhausted: 'block' }],
    [
      'credit',
      { creditCost: { perUnit: '2', rules: [] }, onExhausted: 'overdraft' },
      { type: 'credit', creditCost: { perUnit: '2', rules: [] }, onExhausted: 'overdraft' },
    ],
    ['config', { value: 'eu' }, { type: 'config', value: 'eu' }],
    ['config', { value: 3 }, { type: 'config', value: 3 }],
    ['enum', { values: ['a', 'b'] }, { type: 'enum', values: ['a', 'b'] }],
  ])('fills in the defaults of %s %j', (type, input, terms) => {
    expect(normalize(type, input)).toEqual({ terms })
  })

  it.each<[FeatureType, EntitlementFields, string[]]>([
    ['metered', {}, ['mode']],
    ['metered', { mode: 'quota' }, ['value']],
    ['metered', { mode: 'quota', value: 'many' }, ['value']],
    ['metered', { mode: 'rate', value: 5 }, ['period']],
    ['metered', { mode: 'rate', value: 5, period: 'day' }, ['period']],
    ['metered', { mode: 'rate' }, ['value', 'period']],
    [
      'metered',
      { mode: 'unlimited', value: 5, period: 'day', limit: 'soft' },
      ['value', 'period', 'limit'],
    ],
    ['config', {}, ['value']],
    ['enum', {}, ['values']],
    ['enum', { values: ['a', 'a'] }, ['values']],
    ['boolean', { value: 1 }, ['value']],
    ['config', { value: 1, values: ['a'] }, ['values']],
    ['credit', { mode: 'quota', value: 5 }, ['mode', 'value']],
    ['enum', { values: ['a'], onExhausted: 'block', limit: 'hard' }, ['limit', 'onExhausted']],
  ])('refuses %s %j at %j', (type, input, expected) => {
    expect(paths(type, input)).toEqual(expected)
  })

  it('includes the feature in the message', () => {
    expect(normalize('boolean', { values: ['a'] })).toEqual({
      problems: [
        { path: 'values', message: 'does not apply to the type "boolean" (feature "thing")' },
      ],
    })
  })
})
