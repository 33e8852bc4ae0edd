import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'
import { intervalInNames, isSwitchVariant } from './intervalInNames.ts'

it.each([
  ['class="price-monthly"', 'month', true],
  ['class="annual"', 'year', true],
  ['data-price="annual"', 'year', true],
  ['data-billing="yearly-plan"', 'year', false],
  ['x-show="isYearly"', 'year', false],
  ['id="month"', 'month', false],
  ['class="monthly yearly"', undefined, true],
  ['data-note="pay by the month"', undefined, false],
  ['class="card"', undefined, false],
])('%s names the interval %s', (attribute, period, isOneOfSeveral) => {
  const id = attribute.startsWith('id=') ? 'month' : 'it'
  const idAttribute = id === 'it' ? 'id="it"' : ''
  const node = readTestPage(`<p ${idAttribute} ${attribute}>x</p>`).find(id)
  expect([intervalInNames(node), isSwitchVariant(node)]).toEqual([period, isOneOfSeveral])
})
