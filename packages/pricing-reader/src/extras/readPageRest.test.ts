import { expect, it } from 'vitest'
import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import { readPageRest } from './readPageRest.ts'

const line = (text: string): CardLine => ({
  text: text.replace('# ', ''),
  isHeading: text.startsWith('# '),
  isExcluded: false,
  isListItem: false,
  isChrome: false,
})
const card = (
  name: string,
  kind: ReadCard['kind'],
  amountMinor: number,
  ...texts: string[]
): ReadCard => ({
  name,
  ...(kind === undefined ? {} : { kind }),
  prices: [{ amountMinor, interval: 'one_time', evidence: `${amountMinor}`, confidence: 0.9 }],
  lines: texts.map(line),
})

it('reads the cards, lines and tables outside of the tiers', () => {
  const rest = readPageRest(
    {
      cards: [
        card('Small', 'packs', 500, '50 credits'),
        card('Competitor', 'other', 900, '90 credits'),
        card('White label', 'addons', 4900, 'White label', 'Your own brand'),
        card('Fetch', 'usage', 0, '# Fetch', '$0.002 / request'),
      ],
      lines: [
        '50 credits for $5',
        '100 credits for $9',
        '200 credits',
        '$17',
        '# FAQ',
        '7 credits for $1',
      ].map(line),
      tables: [
        [
          ['Action', 'Credits'],
          ['Image', '2'],
        ],
      ],
    },
    { lang: 'en' },
  )
  expect(rest.creditPackages.map(({ credits, amountMinor }) => [credits, amountMinor])).toEqual([
    [50, 500],
    [100, 900],
    [200, 1700],
  ])
  expect(rest.addons).toMatchObject([{ name: 'White label', prices: [{ amountMinor: 4900 }] }])
  expect(rest.usagePrices.map(({ unit, amount }) => `${amount} ${unit}`)).toEqual([
    '0.002 Fetch request',
    '2 Image (credits)',
  ])
})

it('drops the unit price that follows from a pack', () => {
  const rest = readPageRest(
    {
      cards: [card('Small', 'packs', 700, '60 credits')],
      lines: ['$0.12 per credit', '$0.30 per page'].map(line),
      tables: [],
    },
    { lang: 'en' },
  )
  expect(rest.usagePrices.map(({ unit }) => unit)).toEqual(['page'])
})

it('drops the unit price that follows from a pack in a currency without cents', () => {
  const rest = readPageRest(
    {
      cards: [card('Small', 'packs', 1_000, '100 credits')],
      lines: ['¥10 per credit', '¥30 per page'].map(line),
      tables: [],
    },
    { lang: 'ja' },
  )
  expect(rest.usagePrices.map(({ unit }) => unit)).toEqual(['page'])
})

it('adds the length of time to the name of an add-on', () => {
  const { addons } = readPageRest(
    {
      cards: [card('7 days', 'other', 900, 'Top spot'), card('30 days', 'other', 2900, 'Top spot')],
      lines: [],
      tables: [],
    },
    { lang: 'en' },
  )
  expect(addons.map(({ name }) => name)).toEqual(['Top spot 7 days', 'Top spot 30 days'])
})

it('finds nothing on an empty page', () => {
  expect(readPageRest({ cards: [], lines: [], tables: [] }, { lang: '' })).toEqual({
    addons: [],
    creditPackages: [],
    usagePrices: [],
  })
})

it('does not read the price of a pack as a unit price', () => {
  const texts = ['# Report packs', '$20 / 20 reports', '$35 / 50 reports', '# API', '$5 / 30 calls']
  const { creditPackages, usagePrices } = readPageRest(
    { cards: [], lines: texts.map((text) => ({ ...line(text), level: 2 })), tables: [] },
    { lang: 'en' },
  )
  expect(creditPackages.map(({ credits }) => credits)).toEqual([20, 50])
  expect(usagePrices.map(({ per }) => per)).toEqual([30])
})
