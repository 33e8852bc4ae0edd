import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readTier } from '../readTier.ts'
import { readMentions } from './readMentions.ts'

it('reads yearly prices of a tier in prose', () => {
  const text = 'Pro drops to $90/year (vs $108 monthly) and Pro Max to $290/year. Save $18/year.'
  const { model, find } = readTestPage(
    `<div id="a">${cardHtml('Pro', '$9/mo')}</div><div id="b">${cardHtml('Pro Max', '$29/mo')}</div><p>${text}</p><p>Professional is $80/year</p>`,
  )
  const cards = [find('a'), find('b')]
  const tiers = cards.flatMap((card) => readTier(card, model)?.tier ?? [])
  const found = tiers.map((tier) =>
    readMentions(tier, tiers, cards, model).map(({ period, amountMinor, source }) => [
      period,
      amountMinor,
      source,
    ]),
  )
  expect(found).toEqual([[['year', 9000, 'faq']], [['year', 29000, 'faq']]])
})
