import { describe, expect, it } from 'vitest'
import type { ReadCard } from '../lines/CardLine.ts'
import type { PriceInterval } from '../offer.ts'
import { isCreditPackage, readCreditPackage, readPackageLine } from './readCreditPackage.ts'

const card = (
  amountMinor: number,
  interval: PriceInterval,
  confidence: number,
  ...texts: string[]
): ReadCard => ({
  name: texts[0] ?? '',
  prices: [{ amountMinor, interval, confidence, evidence: `${amountMinor}` }],
  lines: texts.map((text) => ({
    text,
    isExcluded: false,
    isHeading: false,
    isListItem: false,
    isChrome: false,
  })),
})

describe('a card', () => {
  it('is a pack if it sells credits once', () => {
    expect(
      readCreditPackage(card(7900, 'one_time', 0.95, 'Studio', '1,000 credits', 'Never expire')),
    ).toMatchObject({
      credits: 1000,
      amountMinor: 7900,
      name: 'Studio',
    })
    expect(readCreditPackage(card(500, 'month', 0.6, '50 Tokens'))?.credits).toBe(50)
    const explained = card(500, 'one_time', 0.9, 'Pack', '50 Page Credits: Reach every town.')
    expect(readCreditPackage(explained)?.credits).toBe(50)
    expect(isCreditPackage(card(900, 'month', 0.6, 'No subscription', '30 crédits'))).toBe(true)
  })

  it('may state the number of credits above the unit, without a unit or in a button', () => {
    const pack = (...texts: string[]) => ({
      ...card(900, 'month', 0.6, ...texts),
      kind: 'packs' as const,
    })
    expect(readCreditPackage(pack('credits', '+2,000', 'credits'))?.credits).toBe(2000)
    expect(readCreditPackage(pack('Hobby', '700', 'about 7 films'))?.credits).toBe(700)
    expect(readCreditPackage(pack('Buy 5 Credits'))?.credits).toBe(5)
    expect(readCreditPackage(card(900, 'month', 0.6, 'Hobby', '700'))).toBeUndefined()
  })

  it('is not a pack if its price recurs or is zero, or if it names no credits', () => {
    expect(isCreditPackage(card(7900, 'month', 0.95, 'Pro', '100 credits'))).toBe(false)
    expect(isCreditPackage(card(7900, 'month', 0.6, 'Pro', '100 credits per month'))).toBe(false)
    expect(isCreditPackage(card(0, 'one_time', 0.95, 'Free', '100 credits'))).toBe(false)
    expect(isCreditPackage(card(7900, 'one_time', 0.95, 'Lifetime', '5 projects'))).toBe(false)
  })

  it('may be a row of a table whose header names the unit', () => {
    const row = (name: string, unit: string) => ({ ...card(200, 'one_time', 0.9, name), unit })
    expect(readCreditPackage(row('5 analyses', 'Pack'))).toMatchObject({ credits: 5 })
    expect(readCreditPackage(row('5 analyses', 'Plan'))).toBeUndefined()
    expect(readCreditPackage(row('+30 more', 'Rank checks'))).toMatchObject({
      credits: 30,
      amountMinor: 200,
    })
    expect(readCreditPackage(row('1,000', 'Credits'))?.credits).toBe(1000)
    expect(readCreditPackage(row('Small', 'Size'))).toBeUndefined()
  })
})

it.each([
  ['100 credits for $10', 100, 1000],
  ['$10 for 100 credits', 100, 1000],
  ['€100 for 1000 tokens*', 1000, 10_000],
  ['500 credits – $5', 500, 500],
  ['Buy €100 starter pack (1,000 tokens)', 1000, 10_000],
])('%j is a pack', (text, credits, amountMinor) => {
  expect(readPackageLine(text, { lang: 'en' })).toMatchObject({ credits, amountMinor })
})

it.each([
  '100 credits for $10 / month',
  '$0.10 per credit',
  '100 credits',
  '$10',
  'Save $10 on 100 credits',
  '100 emails for $10',
  '1 credit = $0.01',
  'Refer a friend and get 50 credits ($5 value)',
  'Input / 1M tokens: $5',
])('%j is not a pack', (text) => {
  expect(readPackageLine(text, { lang: 'en' })).toBeUndefined()
})
