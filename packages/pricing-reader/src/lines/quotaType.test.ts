import { expect, it } from 'vitest'
import { quotaType } from './readFeatureLine.ts'

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
] as const)('%j per %j is %s', (feature, period, type) => {
  expect(quotaType(feature, period)).toBe(type)
})
