import { describe, expect, it } from 'vitest'
import { quotaType, readFeatureLine } from './readFeatureLine.ts'

describe('readFeatureLine', () => {
  const read = (text: string) =>
    readFeatureLine(text, 'the line', 0.9).map(({ feature, type, value, period }) =>
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
})

describe('quotaType', () => {
  it.each([
    ['API calls', 'month', 'metered'],
    ['API calls', undefined, 'metered'],
    ['projects', undefined, 'config'],
    ['projects', 'month', 'metered'],
    ['users', 'lifetime', 'config'],
    ['storage (GB)', undefined, 'config'],
    ['event retention (days)', undefined, 'config'],
    ['concurrent requests', undefined, 'config'],
    ['frames per hive', undefined, 'config'],
    ['AI credits', 'month', 'credit'],
    ['запросов', undefined, 'metered'],
    ['generaciones', undefined, 'metered'],
    ['リクエスト', undefined, 'metered'],
  ] as const)('%j with the period %j is %s', (feature, period, type) => {
    expect(quotaType(feature, period)).toBe(type)
  })
})
