import { renderMoney } from '@purser/contract/client'
import { describe, expect, test } from 'vitest'
import { words } from '../words/words.ts'
import { describeCharge } from './describeCharge.ts'

const writing = {
  words: words.pricing,
  money: (minorUnits: number | string) => renderMoney(minorUnits, 'usd', 'en-US'),
  count: (value: number) => value.toLocaleString('en-US'),
}
const charge = {
  id: 'chg_1',
  name: 'Calls',
  metricId: null,
  featureSlug: null,
  quantity: null,
  timing: 'in_advance',
  minimum: null,
  filters: [],
} as const
const tiers = [
  { upTo: 100, unitAmount: '2', flatAmount: 0 },
  { upTo: null, unitAmount: '0.5', flatAmount: 0 },
]

describe('describeCharge', () => {
  test.each([
    ['nothing for the price itself', null, 'recurring', { model: 'flat', amount: 2_000 }],
    ['a fee', 'Calls: $99.00 once', 'one_off', { model: 'flat', amount: 9_900 }],
    ['a price per unit', 'Calls: $0.0025 each', 'usage', { model: 'per_unit', unitAmount: '0.25' }],
    [
      'a price per package',
      'Calls: $0.25 per 1,000',
      'usage',
      { model: 'package', packageSize: 1_000, amount: '25' },
    ],
    ['price tiers', 'Calls: from $0.005 each', 'usage', { model: 'graduated', tiers }],
  ] as const)('returns %s', (_, text, type, pricing) => {
    const mutable = 'tiers' in pricing ? { ...pricing, tiers } : pricing
    expect(describeCharge({ ...charge, filters: [], type, pricing: mutable }, writing)).toBe(text)
  })

  test('returns a price per seat', () => {
    const pricing = { model: 'per_unit', unitAmount: '1900' } as const
    const seats = { ...charge, filters: [], name: 'Seats', featureSlug: 'seats', pricing }
    expect(describeCharge({ ...seats, type: 'recurring' }, writing)).toBe('Seats: $19.00 each')
  })
})
