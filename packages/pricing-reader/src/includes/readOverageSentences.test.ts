import { expect, it } from 'vitest'
import { readOverageSentences } from './readOverage.ts'

const read = (text: string) =>
  [
    ...readOverageSentences(
      [{ text, isHeading: false, isExcluded: false, isListItem: false, isChrome: false }],
      ['Free', 'Pro'],
      { lang: 'en' },
    ),
  ].flatMap(([name, prices]) =>
    prices.map(({ amount, per, unit }) => `${name}: ${amount} / ${per} ${unit}`),
  )

it('assigns each price to its tier', () => {
  expect(
    read('We tell you. After that, requests go on at $0.002/query (Free) or $0.001/query (Pro).'),
  ).toEqual(['Free: 0.002 / 1 query', 'Pro: 0.001 / 1 query'])
  expect(read('Extra emails cost $2 per email on the Free plan, $1 per email on Pro')).toEqual([
    'Free: 2 / 1 email',
    'Pro: 1 / 1 email',
  ])
})

it('reads none if a price has no tier, or none is on top of a quota', () => {
  expect(read('After that $0.002/query (Free), or $0.001/query in bulk.')).toEqual([])
  expect(read('It is $0.002/query (Free), or $0.001/query (Pro).')).toEqual([])
})
