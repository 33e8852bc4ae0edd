import { describe, expect, it } from 'vitest'
import { parsePage } from './html/parsePage.ts'
import { findPageCurrency, findProductName, readModel } from './readModel.ts'
import { renderLines } from './renderLines.ts'

describe('readModel', () => {
  it('reads the lines, the tables and the language of a page', () => {
    const page = parsePage(
      '<html lang="de"><body><p>a</p><table><tr><td>1<td>2<tr><td>3<td>4</table>',
    )
    const model = page && readModel(page)
    expect(model?.lines.map(({ text }) => text)).toEqual(['a', '1', '2', '3', '4'])
    expect(model?.grids.map(({ isTable, rows }) => [isTable, rows.length])).toEqual([[true, 2]])
    expect(model?.hints).toEqual({ lang: 'de' })
  })
})

describe('findPageCurrency', () => {
  it.each([
    ['<p>All prices are in AUD and include GST.</p>', 'aud'],
    ['<p>Prices shown in CAD</p>', 'cad'],
    ['<meta property="product:price:currency" content="NZD"><p>$5</p>', 'nzd'],
    ['<script type="application/ld+json">{"priceCurrency": "SGD"}</script>', 'sgd'],
    ['<p>专业版</p><p>¥99</p>', 'cny'],
    ['<p>プロ 年額</p><p>¥990</p>', 'jpy'],
    ['<p>Pro</p><p>¥990</p>', null],
    ['<p>Prices depend on where you live</p>', null],
  ])('reads the currency of %s as %s', (html, currency) => {
    const page = parsePage(html)
    expect(page && findPageCurrency(page, renderLines(page.body))).toBe(currency)
  })
})

describe('findProductName', () => {
  it.each([
    ['<title>Pricing — Acme</title>', 'Acme'],
    ['<title>Acme | Plans & Pricing</title>', 'Acme'],
    ['<title>Acme Pricing</title>', 'Acme'],
    ['<title>Preise</title>', null],
    ['<title>x</title><meta property="og:site_name" content="Acme Cloud">', 'Acme Cloud'],
    ['', null],
  ])('reads the product of %j as %j', (html, product) => {
    const page = parsePage(html)
    expect(page && findProductName(page)).toBe(product)
  })
})
