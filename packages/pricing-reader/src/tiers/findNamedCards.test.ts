import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'
import { findNamedCards } from './findNamedCards.ts'

const card = (name: string, ...features: string[]): string =>
  `<div class="plan"><p>${name}</p><h4>For some</h4><ul>${features.map((each) => `<li>${each}</li>`).join('')}</ul></div>`
const find = (html: string) => findNamedCards(readTestPage(html).model)

it('finds plans without prices by their names', () => {
  const found = find(
    `<h2>Editions</h2><div>${card('Free', 'a', 'b', 'c')}${card('Premium', 'a', 'b', 'c', 'd')}</div>`,
  )
  expect(found.map(({ tier }) => [tier.name, tier.isFree, tier.priceUnreadable])).toEqual([
    ['Free', true, undefined],
    ['Premium', undefined, true],
  ])
  expect(found[1]?.card.lines.filter(({ isListItem }) => isListItem)).toHaveLength(4)
  expect(found[1]?.tier.evidence).toBe('Editions · Premium')
})

it.each([
  ['a single card', card('Premium', 'a', 'b', 'c')],
  [
    'cards with other names',
    `<div>${card('Rome', 'a', 'b', 'c')}${card('Paris', 'a', 'b', 'c')}</div>`,
  ],
  [
    'two cards if one has too few features',
    `<div>${card('Basic', 'a', 'b', 'c')}${card('Premium', 'b')}</div>`,
  ],
  [
    'two cards with the same name',
    `<div>${card('Pro', 'a', 'b', 'c')}${card('Pro', 'a', 'b', 'c')}</div>`,
  ],
  [
    'a page that is about plans',
    `<div>${card('Basic', 'a', 'b', 'c')}${card('Pro', 'a', 'b', 'c')}</div>${'<p>Pro</p>'.repeat(40)}`,
  ],
  ['a table', '<table><tr><td>Basic<td>Pro<tr><td>a<td>b<tr><td>a<td>b</table>'],
])('finds none in %s', (_what, html) => {
  expect(find(html)).toEqual([])
})
