import { expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readTier } from '../readTier.ts'
import { settleIntervals } from './settleIntervals.ts'

const settled = (html: string): [boolean, string[]] => {
  const { page, model } = readTestPage(html)
  const group = page.body.children.flatMap((node) =>
    node.tag === 'div' ? (readTier(node, model) ?? []) : [],
  )
  const isAssumed = settleIntervals(group, model)
  return [isAssumed, group.flatMap(({ tier }) => tier.prices.map(({ interval }) => interval))]
}

it('uses the other prices, otherwise the words of the page, otherwise one payment', () => {
  expect(settled(cardHtml('A', '$5/year') + cardHtml('B', '$9'))).toEqual([true, ['year', 'year']])
  expect(
    settled(`${cardHtml('A', '$5') + cardHtml('B', '$9')}<p>Cancel your subscription anytime</p>`),
  ).toEqual([true, ['month', 'month']])
  expect(settled(cardHtml('A', '$500') + cardHtml('B', '$900'))).toEqual([
    true,
    ['one_time', 'one_time'],
  ])
  expect(
    settled(
      `<p>Subscribe</p><h2>Or buy posts</h2><p>No subscription, no end.</p>${cardHtml('A', '$5')}`,
    ),
  ).toEqual([false, ['one_time']])
  expect(settled(cardHtml('A', '$5/mo'))).toEqual([false, ['month']])
  for (const once of ['One payment, then yours', 'No subscription'])
    expect(settled(cardHtml('A', '$5/mo') + cardHtml('B', '$39', once))).toEqual([
      true,
      ['month', 'one_time'],
    ])
})
