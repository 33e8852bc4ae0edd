import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'
import { findOffers } from './findOffers.ts'

it('reads a bare number as a price if it is in place of one', () => {
  const card = (name: string, price: string): string =>
    `<div class="plan"><h3>${name}</h3><div class="amount">${price}</div><p>Billed monthly</p><ul><li>20 GB</li><li>b</li></ul></div>`
  const { page, model } = readTestPage(
    `<div>${card('Basic', '19/seat')}${card('Pro', '$39/seat')}${card('Max', '$59/seat')}${card('Odd', 'soon')}</div>`,
  )
  const { foundTiers } = findOffers(model, page.body)
  expect(
    foundTiers.map(({ tier }) => [tier.name, tier.prices[0]?.amountMinor, tier.perSeat]),
  ).toEqual([
    ['Basic', 1900, true],
    ['Pro', 3900, true],
    ['Max', 5900, true],
    ['Odd', undefined, undefined],
  ])
})
