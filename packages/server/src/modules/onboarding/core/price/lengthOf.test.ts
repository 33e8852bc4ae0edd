import { expect, it } from 'vitest'
import { lengthOf } from './lengthOf.ts'

it.each([
  ['months', 'month'],
  ['Meses', 'month'],
  ['месяца', 'month'],
  ['개월', 'month'],
  ['Jahre', 'year'],
  ['weeks', 'week'],
  ['dni', 'day'],
  ['heures', 'hour'],
  ['users', undefined],
  ['monthly', undefined],
])('%s is a length of time: %s', (word, length) => {
  expect(lengthOf(word)).toBe(length)
})
