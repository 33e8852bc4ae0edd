import { expect, it } from 'vitest'
import { parsePage } from './parsePage.ts'
import { findProductName } from './readModel.ts'

it.each([
  ['<title>Pricing — Acme</title>', 'Acme'],
  ['<title>Acme | Plans & Pricing</title>', 'Acme'],
  ['<title>Acme Pricing</title>', 'Acme'],
  ['<title>Preise</title>', null],
  ['<title>x</title><meta property="og:site_name" content="Acme Cloud">', 'Acme Cloud'],
  ['', null],
])('%s', (html, product) => {
  const page = parsePage(html)
  expect(page && findProductName(page)).toBe(product)
})
