import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { findOffers } from '../findOffers.ts'
import { addOtherPrices } from './addOtherPrices.ts'

it.each([
  ['an attribute', 'data-yearly="90"', '', 'attr'],
  ['a script', '', '<script>const p = { yearly: { pro: 90, team: 190 } }</script>', 'script'],
  ['an answer', '', '<p>Pro is $90/year</p>', 'faq'],
  [
    'JSON-LD',
    '',
    '<script type="application/ld+json">{"@type":"Offer","name":"Pro","price":"90","unitText":"year"}</script>',
    'jsonld',
  ],
])('finds the yearly price in %s, and none for a free tier', (_place, attr, extra, source) => {
  const html = `<div>${cardHtml('Free', '$0', 'a')}${cardHtml('Pro', `<b ${attr}>$9</b>/mo`, 'a')}</div>${extra}`
  const { page, model } = readTestPage(html)
  const { foundTiers, hidden } = findOffers(model, page.body)
  addOtherPrices(foundTiers, 'usd', page, model, hidden)
  expect(foundTiers.map(({ tier }) => tier.prices.length)).toEqual([1, 2])
  expect(foundTiers[1]?.tier.prices[1]).toMatchObject({
    interval: 'year',
    amountMinor: 9000,
    source,
  })
})

it('finds the yearly price among the bullets', () => {
  const bullets = cardHtml('Pro', '$9/mo', 'Annual: $90')
  const { page, model } = readTestPage(`<div>${cardHtml('Free', '$0', 'a')}${bullets}</div>`)
  const { foundTiers, hidden } = findOffers(model, page.body)
  addOtherPrices(foundTiers, 'usd', page, model, hidden)
  expect(foundTiers[1]?.tier.prices).toMatchObject([
    { interval: 'month', amountMinor: 900 },
    { interval: 'year', amountMinor: 9000 },
  ])
})
