import { describe, expect, it } from 'vitest'
import type { ReadTier } from '../../offer.ts'
import { addPrices, type OtherPrice } from './addPrices.ts'

const tierAt = (interval: 'month' | 'year', amountMinor: number): ReadTier => ({
  name: 'Pro',
  prices: [{ interval, amountMinor, evidence: 'x', confidence: 1 }],
  entitlements: [],
  excluded: [],
  overage: [],
  evidence: 'Pro',
  confidence: 1,
})
const other = (period: 'month' | 'year', amountMinor: number): OtherPrice => ({
  period,
  amountMinor,
  evidence: 'e',
  source: 'attr',
})
const pricesOf = (tier: ReadTier, ...found: OtherPrice[]): [string, number][] => {
  addPrices(tier, found)
  return tier.prices.map(({ interval, amountMinor }) => [interval, amountMinor])
}

describe('a price that the card does not show', () => {
  it.each<[string, OtherPrice[], [string, number][]]>([
    [
      'is added if it is for a whole year',
      [other('year', 9000)],
      [
        ['month', 1000],
        ['year', 9000],
      ],
    ],
    [
      'is multiplied by twelve if it is one month of a yearly payment',
      [other('month', 1000), other('year', 800)],
      [
        ['month', 1000],
        ['year', 9600],
      ],
    ],
    [
      'may be in cents',
      [other('month', 100_000), other('year', 900_000)],
      [
        ['month', 1000],
        ['year', 9000],
      ],
    ],
    [
      'is ignored if it belongs to something else',
      [other('month', 700), other('year', 7000)],
      [['month', 1000]],
    ],
    [
      'is ignored if it is stated twice with different amounts',
      [other('year', 9000), other('year', 8000)],
      [['month', 1000]],
    ],
    ['is ignored if it is out of all proportion', [other('year', 90_000)], [['month', 1000]]],
  ])('%s', (_case, found, prices) => {
    expect(pricesOf(tierAt('month', 1000), ...found)).toEqual(prices)
  })

  it('may be the monthly price beside a yearly price', () => {
    expect(pricesOf(tierAt('year', 9000), other('month', 900))).toEqual([
      ['year', 9000],
      ['month', 900],
    ])
    expect(pricesOf(tierAt('year', 9000), other('month', 5000))).toEqual([['year', 9000]])
  })
})

it('a yearly price may be stated both as a rounded monthly share and in total', () => {
  expect(pricesOf(tierAt('month', 2000), other('year', 1700), other('year', 20000))).toEqual([
    ['month', 2000],
    ['year', 20000],
  ])
  expect(pricesOf(tierAt('month', 2000), other('year', 1500), other('year', 20000))).toEqual([
    ['month', 2000],
  ])
})

it('a monthly price may be much more than a twelfth of the yearly price', () => {
  expect(pricesOf(tierAt('year', 2400), other('month', 500))).toEqual([
    ['year', 2400],
    ['month', 500],
  ])
  expect(pricesOf(tierAt('year', 2400), other('month', 700))).toEqual([['year', 2400]])
})
