import { describe, expect, it } from 'vitest'
import { readPricingPage } from './readPricingPage.ts'
import { cardHtml } from './testing/readTestPage.ts'

describe('a pricing page', () => {
  it('becomes an offer', () => {
    const html = `<html lang="en"><title>Pricing | Acme</title><body>
      <button>Monthly</button><button>Yearly</button>
      <div>${cardHtml('Free', '$0', '3 projects', 'Community support')}
      ${cardHtml('Pro', '<p class="m">$12/mo</p><p class="yearly" hidden>$10/mo</p>', 'Everything in Free', '1,000 API calls per month')}
      ${cardHtml('Enterprise', 'Custom', 'SSO', 'SLA')}</div></body></html>`
    const { offer } = readPricingPage(html)
    expect(offer).toMatchObject({ product: 'Acme', currency: 'usd', missed: [] })
    expect(
      offer.tiers.map(({ name, isFree, contactSales, inherits }) => [
        name,
        isFree,
        contactSales,
        inherits,
      ]),
    ).toEqual([
      ['Free', true, undefined, undefined],
      ['Pro', undefined, undefined, 'Free'],
      ['Enterprise', undefined, true, undefined],
    ])
    expect(offer.tiers[1]?.prices).toMatchObject([
      { interval: 'month', amountMinor: 1200 },
      { interval: 'year', amountMinor: 12000, printed: { interval: 'month', amountMinor: 1000 } },
    ])
    for (const { evidence, confidence } of [
      ...offer.tiers,
      ...offer.tiers.flatMap(({ prices }) => prices),
    ]) {
      expect(evidence).not.toBe('')
      expect(confidence).toBeGreaterThan(0)
    }
  })

  const card = cardHtml('Pro', '$9/mo', 'a')
  it.each<[string, string]>([
    ['no HTML', ''],
    ['a hundred thousand nested elements', '<div>'.repeat(100_000)],
    ['five hundred nested elements', '<div>'.repeat(500) + card],
    ['long text', `<p>${'word $5 '.repeat(20_000)}`],
    ['many digits', `<p>${'1,111'.repeat(50_000)}`],
    ['many siblings', '<p>$5/mo</p>'.repeat(9_000)],
    ['many cards', `<div>${card.repeat(300)}</div>`],
    ['an endless style sheet', `<style>${'@media{.a'.repeat(20_000)}</style>${card}`],
    ['an endless script', `<script>monthly ${'{"yearly":'.repeat(20_000)}</script>${card}${card}`],
    [
      'broken markup',
      '<table><tr><td><div class="a"><p>$5/mo</td></div></tr><li></ul></p>'.repeat(50),
    ],
    ['no text at all', '\u0000\ufffe<><!-- <![CDATA['.repeat(50)],
  ])('with %s is read without an error', (_case, html) => {
    const { offer } = readPricingPage(html)
    expect(offer.tiers.length).toBeLessThanOrEqual(2)
    if (offer.tiers.length === 0) expect(offer.missed.length).toBeGreaterThan(0)
  })
})
