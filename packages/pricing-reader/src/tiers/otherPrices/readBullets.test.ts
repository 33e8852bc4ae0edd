import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readBullets } from './readCardPrices.ts'

const read = (...bullets: string[]) => {
  const { page, model } = readTestPage(cardHtml('Pro', 'EUR 49/month', ...bullets))
  return readBullets(page.body, model).map(({ period, amountMinor }) => [period, amountMinor])
}

it('reads a yearly price at the beginning of a bullet', () => {
  expect(read('100 signatures', 'Annual: EUR 499 (two months free)')).toEqual([['year', 49900]])
})

it.each([
  ['EUR 100 of credit a year'],
  ['A domain for EUR 120 per year'],
  ['Annual audit of it all by us: EUR 499 or so'],
  ['Yearly reports'],
  ['Yearly review of the contract, worth EUR 499 to whoever would have to pay for it'],
  ['Yearly EUR 10, monthly EUR 1'],
])('ignores "%s"', (bullet) => {
  expect(read(bullet)).toEqual([])
})
