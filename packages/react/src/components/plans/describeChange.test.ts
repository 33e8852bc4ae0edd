import { renderAmount } from '@purser/contract/client'
import { expect, test } from 'vitest'
import { words } from '../words/words.ts'
import { describeChange, type EntitlementChange } from './describeChange.ts'

type Entitlement = EntitlementChange['before']

const featureSlug = 'feature'
const boolean: Entitlement = { featureSlug, type: 'boolean' }
const quota = (value: number, limit: 'hard' | 'soft' = 'hard'): Entitlement => ({
  featureSlug,
  type: 'metered',
  mode: 'quota',
  value,
  period: 'month',
  limit,
})
const unlimited: Entitlement = {
  featureSlug,
  type: 'metered',
  mode: 'unlimited',
  value: null,
  period: null,
  limit: null,
}
const config = (value: number): Entitlement => ({ featureSlug, type: 'config', value })
const choices = (...values: string[]): Entitlement => ({ featureSlug, type: 'enum', values })
const credit = (onExhausted: 'block' | 'invoice'): Entitlement => ({
  featureSlug,
  type: 'credit',
  creditCost: null,
  onExhausted,
})

test.each<[text: string, name: string, before: Entitlement, after: Entitlement]>([
  ['Added: Priority queue', 'Priority queue', null, boolean],
  ['No longer included: Priority queue', 'Priority queue', boolean, null],
  ['Requests: 10,000 a month → 1,000 a month', 'Requests', quota(10_000), quota(1_000)],
  ['Requests: 1,000 a month → Unlimited', 'Requests', quota(1_000), unlimited],
  ['Changed: Requests', 'Requests', quota(1_000, 'soft'), quota(1_000)],
  ['Seats: 5 → 3', 'Seats', config(5), config(3)],
  ['Export formats: png, svg → png', 'Export formats', choices('png', 'svg'), choices('png')],
  ['Changed: Images', 'Images', credit('block'), credit('invoice')],
])('%s', (text, name, before, after) => {
  const writing = {
    words,
    count: (value: number) => value.toLocaleString('en-US'),
    amount: renderAmount,
  }
  expect(describeChange({ before, after }, name, writing)).toBe(text)
})
