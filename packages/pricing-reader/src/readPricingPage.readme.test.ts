import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readQuantity } from './lines/quantities/readQuantity.ts'
import { readInheritance } from './lines/readInheritance.ts'
import { readPrices } from './price/readPrices.ts'
import { readPricingPage } from './readPricingPage.ts'
import { readTestPage } from './testing/readTestPage.ts'
import { findCards } from './tiers/findCards.ts'
import { findMarkers } from './tiers/findMarkers.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readme)?.[1] ?? ''
const html = blockOf('html')

it('the worked example gives the offer in the README', () => {
  const { product, currency, tiers, creditPackages, missed } = readPricingPage(html).offer
  expect({
    product,
    currency,
    tiers: tiers.map(({ name, prices, credits, excluded, inherits }) => ({
      name,
      prices: prices.map(({ interval, amountMinor }) => `${interval} ${amountMinor}`),
      credits: `${credits?.amount} a ${credits?.period}`,
      ...(excluded.length > 0 && { excluded }),
      ...(inherits && { inherits }),
    })),
    creditPackages: creditPackages.map(
      ({ credits, amountMinor }) => `${credits} credits for ${amountMinor}`,
    ),
    missed,
  }).toEqual(JSON.parse(blockOf('json')))
})

it('the stages process the example as the README explains', () => {
  const { page, model } = readTestPage(html)
  const visible = model.lines.filter(({ isHidden }) => !isHidden)
  const [, lines, shown] = /(\d+) lines: (\d+) are visible/.exec(readme) ?? []
  expect([model.lines.length, visible.length]).toEqual([Number(lines), Number(shown)])
  expect(model.lines.find(({ struck }) => struck)?.struck).toBe('$39')
  expect(visible.find(({ text }) => text === 'API access')?.mark).toBe('no')

  const priced = readPrices([{ text: '$29 / month' }], model.hints).prices
  expect(priced).toMatchObject([{ interval: 'month', amountMinor: 2900, confidence: 0.95 }])
  expect(readQuantity('1,000 credits per month')).toEqual({
    feature: 'credits',
    value: 1000,
    period: 'month',
  })
  expect(
    readInheritance('Everything in Free, plus', { names: ['Free', 'Pro'], current: 'Pro' })?.tier,
  ).toBe('Free')

  const prices = findMarkers(model).filter(({ kind }) => kind === 'price')
  expect(prices.map(({ line }) => line.text)).toEqual(['$0', '$29 / month', '500 credits for $20'])
  const [group, ...others] = findCards(model, page.body)
  expect(others).toEqual([])
  expect(group?.cards.map(({ tag, classes }) => `${tag}.${classes}`)).toEqual([
    'div.plan',
    'div.plan',
  ])
})
