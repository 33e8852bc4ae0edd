import type { QuotaPeriod } from '@purser/pricing-reader'
import { expect, it } from 'vitest'
import { Notes } from './names.core.ts'
import { type PlanFrame, planFrame } from './planFrame.core.ts'
import { coveredUsage, grantTerms, quotaTerms } from './quotaTerms.core.ts'
import { readValue } from './readValue.core.ts'

const reading = (number: number, period: QuotaPeriod | null) => ({
  is: 'number' as const,
  number,
  period,
})

it.each<[QuotaPeriod | null, PlanFrame['period'], string, number, number | null]>([
  ['month', 'month', 'billing_period', 300, 300],
  ['month', 'year', 'month', 300, 3_600],
  ['month', 'quarter', 'month', 300, 900],
  ['day', 'month', 'day', 300, 9_300],
  ['week', 'month', 'week', 300, 1_500],
  ['year', 'month', 'year', 300, null],
  ['quarter', 'quarter', 'billing_period', 300, 300],
  ['quarter', 'year', 'month', 100, 1_200],
  [null, 'month', 'billing_period', 300, 300],
  [null, 'one_time', 'lifetime', 300, 300],
  ['lifetime', 'month', 'lifetime', 300, null],
  ['hour', 'month', 'hour', 300, 0],
  ['second', 'month', 'minute', 18_000, 0],
])('allows 300 a %s in a %s plan', (period, of, drafted, value, covered) => {
  const about = { name: 'Calls', frame: planFrame(of), isPaidBeyond: false }
  expect(quotaTerms(reading(300, period), about, new Notes())).toMatchObject({
    value,
    period: drafted,
  })
  expect(coveredUsage(reading(300, period), planFrame(of))).toBe(covered)
})

it.each<[QuotaPeriod, PlanFrame['period'], string | null, number]>([
  ['month', 'month', 'billing_period', 1_200],
  ['month', 'year', 'month', 1_200],
  ['week', 'month', 'week', 1_200],
  ['day', 'year', 'day', 1_200],
  ['year', 'year', 'billing_period', 1_200],
  ['year', 'month', 'billing_period', 100],
  ['quarter', 'year', 'month', 400],
  ['month', 'week', 'billing_period', 300],
  ['month', 'one_time', 'once', 1_200],
  ['one_time', 'month', 'once', 1_200],
  ['hour', 'month', null, 0],
])('grants 1,200 credits a %s in a %s plan', (period, of, cadence, amount) => {
  const notes = new Notes()
  const rule = grantTerms(
    { name: 'Credits', amount: 1_200, period },
    planFrame(of),
    'credits',
    notes,
  )
  expect(rule && [rule.cadence, rule.amount]).toEqual(cadence && [cadence, amount])
  // Every difference from the page is noted.
  const isAsSaid = amount === 1_200 && (cadence !== 'once' || period === 'one_time')
  expect(notes.missed).toHaveLength(isAsSaid ? 0 : 1)
})

it.each([
  [undefined, 'included'],
  ['unlimited', 'unlimited'],
  ['Unlimited', 'unlimited'],
  [Number.POSITIVE_INFINITY, 'unlimited'],
  [-1, 'unlimited'],
  ['1,000', 1_000],
  ['1000+', 1_000],
  [2.5, 2.5],
  ['basic', 'basic'],
  [0, null],
  [-5, null],
  [Number.NaN, null],
  [1e15, null],
])('reads %s', (value, read) => {
  const found = readValue({
    feature: 'X',
    type: 'config',
    confidence: 1,
    evidence: '',
    ...(value !== undefined && { value }),
  })
  const said =
    found && (found.is === 'number' ? found.number : found.is === 'text' ? found.text : found.is)
  expect(said).toBe(read)
})
