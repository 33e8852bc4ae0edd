import { expect, it } from 'vitest'
import { readCreditCost } from './readCreditCosts.ts'

it.each([
  ['2 credits per image', 'image (credits)', '2', 1],
  ['1 credit = 1 document', 'document (credits)', '1', 1],
  ['One credit, one task. No subscription.', 'task (credits)', '1', 1],
  ['1 punkt = około 1 minuta', 'minuta (credits)', '1', 1],
  ['5 credits per 1,000 words', 'words (credits)', '5', 1000],
  ['Each video costs 10 credits', 'video (credits)', '10', 1],
  ['HD video – 20 credits', 'HD video (credits)', '20', 1],
  ['0.5 tokens / SMS', 'SMS (credits)', '0.5', 1],
])('%j', (text, unit, amount, per) => {
  expect(readCreditCost(text)).toMatchObject({ unit, amount, per, evidence: text })
})

it.each([
  '500 credits per month',
  '10 credits/mo',
  '500 credits per maand',
  '500 tokens / tháng',
  '100 credits',
  'Credits never expire',
  'AI credits: unlimited',
  '1 USD = 100 credits',
  '100 credits – $10',
])('%j states no cost', (text) => {
  expect(readCreditCost(text)).toBeUndefined()
})
