import { expect, it } from 'vitest'
import { isPriceLine } from './isPriceLine.ts'

it.each([
  ['$29/mo', true],
  ['From $9 per month', true],
  ['Free for 14 days, then $29/mo', true],
  ['Save $20', false],
  ['20 GB', false],
  ['Our customers saved more than they paid us, $900 each', false],
])('for %j, isPriceLine returns %s', (text, isPrice) => {
  expect(isPriceLine(text, { lang: 'en' })).toBe(isPrice)
})
