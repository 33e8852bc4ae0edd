import { renderAmount } from '@purser/contract/client'
import { describe, expect, test } from 'vitest'
import { words } from '../words/words.ts'
import { describeEntitlement } from './describeEntitlement.ts'

const writing = {
  words: words.pricing,
  count: (value: number) => value.toLocaleString('en-US'),
  amount: renderAmount,
}
const nothing = { value: null, period: null, periodAllocation: null }

describe('describeEntitlement', () => {
  test.each([
    ['a boolean feature', 'Included', { ...nothing, type: 'boolean', mode: 'unlimited' }],
    ['unlimited use', 'Unlimited', { ...nothing, type: 'metered', mode: 'unlimited' }],
    [
      'a quota',
      '1,000 a month',
      { ...nothing, type: 'metered', mode: 'quota', value: 1_000, period: 'month' },
    ],
    [
      'a rate',
      '60 a minute',
      { ...nothing, type: 'metered', mode: 'rate', value: 60, period: 'minute' },
    ],
    ['a quota of zero', '0', { ...nothing, type: 'metered', mode: 'quota', value: 0 }],
    [
      'a config feature with a number',
      '5',
      { ...nothing, type: 'config', mode: 'quota', value: 5 },
    ],
    [
      'a config feature with a string',
      'email',
      { ...nothing, type: 'config', mode: 'quota', value: 'email' },
    ],
    [
      'an enum feature',
      'small, large',
      { ...nothing, type: 'enum', mode: 'quota', value: ['small', 'large'] },
    ],
    [
      'credits that a plan grants',
      '20 per billing period',
      { ...nothing, type: 'credit', mode: 'quota', value: 20, period: 'billing_period' },
    ],
    ['credits that customers buy', 'Included', { ...nothing, type: 'credit', mode: 'quota' }],
  ] as const)('describes %s', (_, text, entitlement) => {
    const value = entitlement.value
    expect(
      describeEntitlement(
        { ...entitlement, value: typeof value === 'object' && value ? [...value] : value },
        writing,
      ),
    ).toBe(text)
  })

  test('formats credits in the same way as the wallet', () => {
    const credits = { ...nothing, type: 'credit', mode: 'quota', value: 500 } as const
    const wallet = { denomination: 'usd', minorUnitScale: 2 }
    expect(describeEntitlement(credits, { ...writing, wallet })).toBe('$5.00')
  })

  test('returns null for a feature that is not included', () => {
    expect(describeEntitlement(undefined, writing)).toBeNull()
  })
})
