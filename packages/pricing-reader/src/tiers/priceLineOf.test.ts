import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'
import { priceLineOf } from './readTier.ts'

it.each([
  ['<p class="price-monthly">$9</p>', 'month'],
  ['<div data-billing="annual"><p>$9</p></div>', 'year'],
  ['<p x-show="isYearly">$9</p>', 'year'],
  ['<p class="monthly yearly">$9</p>', undefined],
  ['<p class="price">$9</p>', undefined],
  ['<i></i></div></div><div id="yearly"><div><div id="card"><p>$9</p>', 'year'],
])('%s', (html, period) => {
  const { model, find } = readTestPage(`<div><div id="card">${html}</div></div>`)
  const [line] = model.lines
  expect(line && priceLineOf(line, find('card')).period).toBe(period)
})
