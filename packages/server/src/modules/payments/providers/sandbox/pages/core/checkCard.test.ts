import { describe, expect, test } from 'vitest'
import { type CardField, checkCardField, NO_TEST_CARD } from './checkCard.ts'

const rules = {
  now: new Date('2026-01-15T12:00:00Z'),
  testNumbers: new Set(['4242424242424242', '378282246310005']),
}
const good = { number: '4242 4242 4242 4242', expiry: '12 / 29', cvc: '123' }
const amex = { number: '3782 822463 10005', expiry: '12 / 29', cvc: '1234' }
const problem = (field: CardField, value: string, entry = good) =>
  checkCardField(field, { ...entry, [field]: value }, rules)

test.each(['number', 'expiry', 'cvc'] as const)('a good %s has no problem', (field) => {
  expect(checkCardField(field, good, rules)).toBeNull()
  expect(checkCardField(field, amex, rules)).toBeNull()
})

describe('a problem is told', () => {
  test.each<[CardField, string, string]>([
    ['number', '', 'Enter the card number.'],
    ['number', '4242 4242 4242', 'The card number is not complete.'],
    ['number', '3782 822463 1000', 'The card number is not complete.'],
    [
      'number',
      '4242 4242 4242 4241',
      'The card number has a typing error. Compare it with the card.',
    ],
    ['number', '4111 1111 1111 1111', NO_TEST_CARD],
    ['expiry', '', 'Enter the expiry date.'],
    ['expiry', '12', 'Enter the expiry date as month and year, such as 04 / 29.'],
    ['expiry', '13 / 29', 'The month is a number from 01 to 12.'],
    ['expiry', '00 / 29', 'The month is a number from 01 to 12.'],
    ['expiry', '12 / 25', 'This card has expired. Check the date.'],
    ['cvc', '', 'Enter the security code.'],
    ['cvc', '12', 'The security code has 3 digits.'],
    ['cvc', '1234', 'The security code has 3 digits.'],
  ])('%s %o: %s', (field, value, sentence) => {
    expect(problem(field, value)).toBe(sentence)
  })

  test('by the brand', () => {
    expect(problem('cvc', '123', amex)).toBe('The security code has 4 digits.')
    expect(problem('cvc', '12', { ...good, number: '' })).toBe(
      'The security code has 3 or 4 digits.',
    )
  })
})
