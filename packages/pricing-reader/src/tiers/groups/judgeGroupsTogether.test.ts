import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readTier } from '../readTier.ts'
import { judgeGroupsTogether } from './judgeGroupsTogether.ts'

const plans = `<div id="plans">${cardHtml('Start', '$79/mo', 'a', 'b')}${cardHtml('Grow', '$249/mo', 'a', 'b')}</div>`
const bare = (name: string, ...lines: string[]): string =>
  `<div class="tile"><h4>${name}</h4>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`

/** The kind of a second group of cards, beside plans or alone. */
const kindOf = (cards: string, first = plans): string | undefined => {
  const { model, find } = readTestPage(
    `<title>Acme | Pricing</title>${first}<section id="other">${cards}</section>`,
  )
  const groups = ['plans', 'other'].map((id) => ({
    parent: find(id),
    read: find(id).children.flatMap((node) => readTier(node, model) ?? []),
    kind: 'tiers' as const,
  }))
  return judgeGroupsTogether(groups, model)[1]?.kind
}

it.each([
  ['amounts without an interval', bare('Won', '$6,100') + bare('Quoted', '$900'), 'other'],
  ['the amounts of the plans', bare('Chat', '$79/mo') + bare('Phone', '$249/mo'), 'other'],
  ['other prices', bare('Chat', '$5/mo') + bare('Phone', '$6/mo'), 'tiers'],
  [
    'buttons',
    bare('Chat', '$79/mo', '<a class="btn" href="#">Buy</a>') + bare('Phone', '$249/mo'),
    'tiers',
  ],
  [
    'prose',
    ['One', 'Two']
      .map((name) => cardHtml(name, '$5/mo', 'a', 'b', 'It is told at length. '.repeat(12)))
      .join(''),
    'other',
  ],
  [
    'the product among them',
    cardHtml('Hire somebody', '$3000/mo', 'a', 'b') + cardHtml('Acme', '$99/mo', 'a', 'b'),
    'other',
  ],
  [
    'only requests to get in touch',
    bare('Bots', 'Contact us') + bare('Flows', 'Contact us'),
    'other',
  ],
  ['one plan on request', bare('Enterprise', 'Contact us'), 'tiers'],
  [
    'the names of the plans above them',
    `<p>Start</p><p>Grow</p>${cardHtml('Workflow', '$0/mo', 'a', 'b')}${cardHtml('Sharing', '$1/mo', 'a', 'b')}`,
    'other',
  ],
  [
    'the same names as the plans',
    `<p>Start</p><p>Grow</p>${cardHtml('Start', '$79/mo', 'a', 'b')}${cardHtml('Grow', '$249/mo', 'a', 'b')}`,
    'tiers',
  ],
])('decides the kind of cards with %s beside plans', (_what, cards, kind) => {
  expect(kindOf(cards)).toBe(kind)
})

it('cards on a page without other plans are plans', () => {
  const none = `<div id="plans">${bare('Us', 'Since 1999')}</div>`
  expect(kindOf(bare('Won', '$6,100') + bare('Quoted', '$900'), none)).toBe('tiers')
})

it('a card in the same element as the plans is not compared with them', () => {
  const { model, find } = readTestPage(
    `<div id="all">${plans}${bare('Trial', '$1/week', 'a')}</div>`,
  )
  const read = (id: string) => find(id).children.flatMap((node) => readTier(node, model) ?? [])
  const groups = [
    { parent: find('plans'), read: read('plans'), kind: 'tiers' as const },
    { parent: find('all'), read: read('all').slice(-1), kind: 'tiers' as const },
  ]
  expect(groups[1]?.read.map(({ tier }) => tier.name)).toEqual(['Trial'])
  expect(judgeGroupsTogether(groups, model).map(({ kind }) => kind)).toEqual(['tiers', 'tiers'])
})
