import { expect, it } from 'vitest'
import { readTestPage } from '../../testing/readTestPage.ts'
import { readJsonLd, taggedPrices } from './readJsonLd.ts'

it('reads only offers with a name', () => {
  const data = {
    '@type': 'Product',
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: '0',
      offers: [
        { '@type': 'Offer', name: 'Starter', price: '9', priceCurrency: 'USD' },
        {
          '@type': 'Offer',
          name: 'Team',
          price: 90.5,
          priceSpecification: { billingDuration: 'P1Y' },
        },
        { '@type': 'Offer', price: '0' },
        { '@type': 'Offer', name: 'Odd', price: 'from 9' },
      ],
    },
  }
  const { page } = readTestPage(
    `<script type="application/ld+json">${JSON.stringify(data)}</script><script type="application/ld+json">{broken</script>`,
  )
  const offers = readJsonLd(page)
  expect(offers).toHaveLength(2)
  expect(taggedPrices('starter plan', 'usd', offers)).toEqual([
    { period: 'month', amountMinor: 900, evidence: 'Offer "Starter": price 9', source: 'jsonld' },
  ])
  expect(taggedPrices('Team', 'usd', offers)).toMatchObject([{ period: 'year', amountMinor: 9050 }])
  expect(taggedPrices('Starter', 'eur', offers)).toEqual([])
})
