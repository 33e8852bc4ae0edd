import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readHidden } from './readCardPrices.ts'

const hiddenIn = (price: string): [string, number][] => {
  const { page, model } = readTestPage(cardHtml('Pro', price))
  return readHidden(page.body, model).map(({ period, amountMinor }) => [period, amountMinor])
}

it('reads hidden prices that state their interval', () => {
  expect(hiddenIn('<p>$10/mo</p><p hidden>$96/year</p>')).toEqual([['year', 9600]])
  expect(hiddenIn('<p>$10/mo</p><p class="yearly" hidden>$8<span>/mo</span></p>')).toEqual([
    ['year', 800],
  ])
  expect(hiddenIn('<p>$10/mo</p><p hidden>$8</p>')).toEqual([])
})
