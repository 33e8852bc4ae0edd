import { expect, it } from 'vitest'
import { readTestPage } from '../../testing/readTestPage.ts'
import { readScripts } from './readScripts.ts'

it.each([
  [
    'const p = { monthly: { pro: 15 }, yearly: { pro: 144 } }',
    [
      ['pro', 'month', 1500],
      ['pro', 'year', 14400],
    ],
  ],
  [
    'x([{"name":"Pro","price":{"monthly":15,"annual":"$12"}}])',
    [
      ['pro', 'month', 1500],
      ['pro', 'year', 1200],
    ],
  ],
  ['push("{\\"title\\":\\"Pro\\",\\"yearlyPrice\\":144}")', [['pro', 'year', 14400]]],
  ['const monthlyVisitors = "many"; f({ pro: 15 })', []],
])('reads the prices in %s as %j', (script, found) => {
  const { page } = readTestPage(`<script>${script}</script>`)
  const prices = readScripts(page, 'usd', { lang: 'en' })
  expect(
    prices
      .filter(({ names }) => names.includes('pro'))
      .map(({ period, amountMinor }) => ['pro', period, amountMinor]),
  ).toEqual(found)
})
