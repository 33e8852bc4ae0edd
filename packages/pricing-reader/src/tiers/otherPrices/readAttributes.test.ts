import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readAttributes } from './readAttributes.ts'

it('reads the prices of a billing switch from attributes', () => {
  const price =
    '<b data-monthly="1.950" data-annual-price="R$ 1.560" data-year="2024x" data-id="7">1.950</b>'
  const { page } = readTestPage(cardHtml('Pro', price))
  expect(readAttributes(page.body, 'brl', { lang: 'pt' })).toEqual([
    { period: 'month', amountMinor: 195000, evidence: 'data-monthly="1.950"', source: 'attr' },
    {
      period: 'year',
      amountMinor: 156000,
      evidence: 'data-annual-price="R$ 1.560"',
      source: 'attr',
    },
  ])
})

it('ignores the savings among several amounts', () => {
  const price = '<b data-annual="$200 billed annually · save $40" data-yearly="$1 to $9">$20</b>'
  const { page } = readTestPage(cardHtml('Pro', price))
  expect(readAttributes(page.body, 'usd', { lang: 'en' })).toEqual([
    {
      period: 'year',
      amountMinor: 20000,
      evidence: 'data-annual="$200 billed annually · save $40"',
      source: 'attr',
    },
  ])
})
