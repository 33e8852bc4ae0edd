import { expect, test } from 'vitest'
import { cardBehaviours } from '../../core/testCards.ts'
import { detectBrand } from './cardBrand.ts'
import { passesLuhn } from './cardNumber.ts'
import { formCards } from './formCards.ts'

test.each(formCards)('$number can be typed and is known by its brand', ({ number, brand }) => {
  expect(passesLuhn(number)).toBe(true)
  expect(detectBrand(number)).toBe(brand)
})

test('there is a card for each behaviour, and no number stands for two', () => {
  expect(new Set(formCards.map(({ behaviour }) => behaviour))).toEqual(new Set(cardBehaviours))
  expect(new Set(formCards.map(({ number }) => number)).size).toBe(formCards.length)
})
