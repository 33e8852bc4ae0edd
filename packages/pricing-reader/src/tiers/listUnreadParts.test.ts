import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { findOffers } from './findOffers.ts'
import { listUnreadParts } from './listUnreadParts.ts'

const plans = `<div>${cardHtml('Free', '$0', 'a')}${cardHtml('Pro', '$9/mo', 'a')}</div>`

it.each([
  [plans, []],
  [`<button>Monthly</button><button>Yearly, save 20%</button>${plans}`, ['yearly billing']],
  [`<button>USD</button><button>EUR</button>${plans}`, ['other regions']],
  [`<div>${cardHtml('A', '$5', 'a')}${cardHtml('B', '$9', 'a')}</div>`, ['how often']],
  [
    `<div>${cardHtml('A', '{{price}} / month', 'a')}${cardHtml('B', 'Custom', 'a')}</div>`,
    ['The price of A'],
  ],
  [`<p>Fee</p><p>—</p>${plans}`, ['filled in by a script']],
  [
    `<div>${cardHtml('Monthly', '<p>$5/mo</p>', 'a', 'b')}${cardHtml('Yearly', '<p>$50/year</p>', 'a', 'b')}</div>`,
    [],
  ],
  [
    `<div>${cardHtml('A', '$5/mo', 'a')}${cardHtml('B', '<p>TBA</p><p>/mo</p>', 'a')}</div>`,
    ['The page says that the price of B will be announced later.'],
  ],
  [`${plans}<div>Banners</div><div>—</div><div>✓</div>`, []],
  [`${plans}<p>Total</p><p>$0.00</p>`, ['filled in by a script']],
  [`${plans}<p>Team plan. Price TBA.</p>`, ['a price will be announced later']],
  [
    `<div>${cardHtml('A', '<p>$5</p><p>/mo</p>', 'a')}${cardHtml('B', '<p>$9</p><p>/mo</p>', 'a')}</div>`,
    [],
  ],
  [
    `<div>${['A', 'B'].map((name) => cardHtml(name, '<p>$5</p><p>$50</p><p>/mo</p><p>/year</p>', 'a')).join('')}</div>`,
    [],
  ],
  [`<select><option>USD $<option>EUR €</select>${plans}`, ['other regions']],
  [`<select><option>🇦🇺 Australia (AUD)<option>🇪🇺 Europe (EUR)</select>${plans}`, ['other regions']],
  ['<div id="root"></div>', ['Scripts build the page']],
  [`<p>${'We are nice. '.repeat(50)}</p>`, ['no prices']],
  [
    `<p>${'We are nice. '.repeat(50)}</p><p>An hour of ours is $90 for friends and for everybody else</p>`,
    ['no plans'],
  ],
])('with the page %s reports %j', (html, said) => {
  const { page, model } = readTestPage(html)
  const { foundTiers, isIntervalAssumed } = findOffers(model, page.body)
  const missed = listUnreadParts(foundTiers, isIntervalAssumed, false, model)
  expect(missed).toHaveLength(said.length)
  for (const [index, words] of said.entries()) expect(missed[index]).toContain(words)
})

it('does not report missing plans if other things are sold', () => {
  const prose = `<p>${'We are nice. '.repeat(50)}</p>`
  const missed = (html: string): string[] =>
    listUnreadParts([], false, true, readTestPage(html).model)
  expect(missed(`${prose}<p>An hour of ours is $90 for friends</p>`)).toEqual([])
  expect(missed(prose)).toEqual(['The page has no prices.'])
})
