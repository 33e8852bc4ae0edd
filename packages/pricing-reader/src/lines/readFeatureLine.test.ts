import { expect, it } from 'vitest'
import { readFeatureLine } from './readFeatureLine.ts'

const read = (text: string) =>
  readFeatureLine(text, 'as told', 0.9).map(({ feature, type, value, period }) =>
    [feature, type, value, period].filter((part) => part !== undefined).join(' '),
  )

it.each([
  ['10,000 API calls / month', ['API calls metered 10000 month']],
  ['5 projects / 10 users', ['projects config 5', 'users config 10']],
  ['Unlimited generations', ['generations metered unlimited']],
  ['100 AI credits per month', ['AI credits credit 100 month']],
  ['Priority support', ['Priority support boolean']],
  ['24/7 support', ['24/7 support boolean']],
  ['…', []],
  ['Unlimited', []],
])('%j grants %j', (text, granted) => {
  expect(read(text)).toEqual(granted)
})

it('keeps the words of the page', () => {
  expect(readFeatureLine('SSO', '✓ SSO', 0.9)).toEqual([
    { feature: 'SSO', type: 'boolean', evidence: '✓ SSO', confidence: 0.9 },
  ])
})
