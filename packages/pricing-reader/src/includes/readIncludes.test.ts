import { expect, it } from 'vitest'
import type { ReadTier } from '../offer.ts'
import { readIncludes, type TierWithCard } from './readIncludes.ts'

const tier = (name: string, amountMinor: number, ...texts: string[]): TierWithCard => {
  const prices = [{ amountMinor, interval: 'month' as const, evidence: '', confidence: 0.9 }]
  const read: ReadTier = {
    name,
    prices,
    ...(amountMinor === 0 ? { isFree: true } : {}),
    entitlements: [],
    excluded: [],
    overage: [],
    evidence: name,
    confidence: 0.9,
  }
  const lines = texts.map((text) => ({
    text,
    isExcluded: false,
    isHeading: false,
    isListItem: true,
    isChrome: false,
  }))
  return { tier: read, card: { name, prices, lines } }
}

it('reads the tiers of a page together', () => {
  const [free, pro] = readIncludes(
    [
      tier('Hobby', 0, '5 credits', 'Maps', 'No diaries', 'No limits'),
      tier('Pro', 900, 'Everything in Free', '100 credits / month', 'Diaries of all kinds'),
    ],
    [],
    { lang: 'en' },
  )
  expect(free).toMatchObject({
    credits: { amount: 5, period: 'one_time', name: 'credits' },
    excluded: ['diaries'],
  })
  expect(free?.entitlements.map(({ feature }) => feature)).toEqual(['credits', 'Maps'])
  expect(pro).toMatchObject({ inherits: 'Hobby', credits: { amount: 100, period: 'month' } })
})

it('assigns separate lists to the cards without features', () => {
  const around = [
    '# Details',
    'Maps',
    'Charts',
    '# Details',
    'Everything in A, plus',
    'Diaries',
  ].map((text) => ({
    text: text.replace('# ', ''),
    isHeading: text.startsWith('# '),
    ...(text.startsWith('# ') ? { level: 3 } : {}),
    isExcluded: false,
    isListItem: false,
    isChrome: false,
  }))
  const [a, b] = readIncludes([tier('A', 100), tier('B', 200)], around, { lang: 'en' })
  expect(a?.entitlements.map(({ feature }) => feature)).toEqual(['Maps', 'Charts'])
  expect(b).toMatchObject({ inherits: 'A' })
  expect(b?.entitlements.map(({ feature }) => feature)).toEqual(['Diaries'])
})

it('treats a feature that no tier has as a heading', () => {
  const missing = tier('A', 100, 'Maps', '✗ Support', '✗ SSO')
  const [a] = readIncludes([missing, tier('B', 200, 'Maps', '✗ Support', 'SSO')], [], {
    lang: 'en',
  })
  expect(a?.excluded).toEqual(['SSO'])
})

it('accepts any line', () => {
  const odd = [
    'for '.repeat(500),
    '1 / '.repeat(500),
    'a'.repeat(20_000),
    '1,'.repeat(5000),
    'no '.repeat(700),
    'up to '.repeat(400),
    `everything in ${'x '.repeat(900)}`,
    '(('.repeat(900),
    '1 credit = '.repeat(300),
    '$1 per '.repeat(300),
    ' '.repeat(50_000),
  ]
  // A pattern that backtracks exponentially would exceed the time limit of the test.
  const read = readIncludes([tier('A', 100, ...odd), tier('B', 200, ...odd)], [], { lang: 'en' })
  expect(read).toHaveLength(2)
})
