import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { findHiddenCards } from '../findHiddenCards.ts'
import { readHiddenCards } from './readCardPrices.ts'

it('reads the panel of a billing switch', () => {
  const monthly = `<div id="monthly">${cardHtml('Pro', '$10/mo', 'a')}${cardHtml('Team', '$20/mo', 'a')}</div>`
  const yearly = `<div id="yearly" hidden>${cardHtml('Pro', '$8/mo', 'a')}${cardHtml('Team', '$192/year', 'a')}</div>`
  const { page, model } = readTestPage(monthly + yearly)
  const found = readHiddenCards(findHiddenCards(model, page.body))
  expect(
    [...found].map(([name, prices]) => [
      name,
      ...prices.map(({ period, amountMinor }) => [period, amountMinor]),
    ]),
  ).toEqual([
    ['pro', ['year', 800]],
    ['team', ['year', 19200]],
  ])
})
