import { expect, it } from 'vitest'
import { aTier, price } from '../testing/anOffer.ts'
import { choosePrices } from './choosePrices.core.ts'
import { Notes } from './names.core.ts'

it('picks the most certain price per interval and notes the others', () => {
  const notes = new Notes()
  const tier = aTier('Pro', {
    prices: [
      price('year', 9000),
      price('month', 1200, { confidence: 1, source: 'script' }),
      price('month', 900),
      price('month', 900, { confidence: 0.2 }),
      price('month', -1),
      price('week', Number.NaN),
      price('hour', 10),
    ],
  })
  const chosen = choosePrices('Pro', tier, notes)
  expect(chosen.map(({ frame, amountMinor }) => [frame.word, amountMinor])).toEqual([
    ['monthly', 900],
    ['yearly', 9000],
  ])
  expect(notes.skipped.map(({ name }) => name)).toEqual(['Pro, hourly', 'Pro, monthly'])
  expect(notes.skipped[1]?.reason).toContain('1200')
  expect(notes.missed).toEqual(['A price of "Pro" is left out, because it is not a valid amount.'])
})

it.each([
  [{ isFree: true }, ['monthly']],
  [{ isFree: true, prices: [price('one_time', 0)] }, ['monthly']],
  [{ prices: [price('year', 0)] }, ['yearly']],
  [{ prices: [price('month', 0), price('year', 0)] }, ['monthly']],
  [{}, []],
])('drafts one plan for a free tier: %o', (tier, words) => {
  expect(
    choosePrices('Free', aTier('Free', tier), new Notes()).map(({ frame }) => frame.word),
  ).toEqual(words)
})
