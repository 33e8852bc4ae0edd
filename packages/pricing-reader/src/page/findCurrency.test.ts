import { expect, it } from 'vitest'
import { parsePage } from './parsePage.ts'
import { findPageCurrency } from './readModel.ts'
import { renderLines } from './renderLines.ts'

it.each([
  ['<p>All prices are in AUD and include GST.</p>', 'aud'],
  ['<p>Prices shown in CAD</p>', 'cad'],
  ['<meta property="product:price:currency" content="NZD"><p>$5</p>', 'nzd'],
  ['<script type="application/ld+json">{"priceCurrency": "SGD"}</script>', 'sgd'],
  ['<p>专业版</p><p>¥99</p>', 'cny'],
  ['<p>プロ 年額</p><p>¥990</p>', 'jpy'],
  ['<p>Pro</p><p>¥990</p>', null],
  ['<p>Prices depend on where you live</p>', null],
])('%s', (html, currency) => {
  const page = parsePage(html)
  expect(page && findPageCurrency(page, renderLines(page.body))).toBe(currency)
})
