import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandRules,
  type CardField,
  checkCardField,
  detectBrand,
  digitsOf,
  farExpiry,
  formatCardNumber,
  formatExpiry,
  isCardExpired,
  NO_TEST_CARD,
  parseExpiry,
  passesLuhn,
} from './cardEntry.core.ts'

const typed = (text: string, caret = text.length) =>
  formatCardNumber({ text, caret, kind: 'insert' })

describe('the brand', () => {
  test.each([
    ['', 'unknown'],
    ['4', 'visa'],
    ['4242424242424242', 'visa'],
    ['5', 'unknown'],
    ['50', 'unknown'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['56', 'unknown'],
    ['2220', 'unknown'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['36', 'unknown'],
    ['6011', 'discover'],
    ['6012', 'unknown'],
    ['644', 'discover'],
    ['65', 'discover'],
  ])('of %o is %s', (digits, brand) => {
    expect(detectBrand(digits)).toBe(brand)
  })
})

describe('a card number', () => {
  test.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['  42424242 4242 4242 99', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['37828224631000512', '3782 822463 10005'],
    ['9999999999999999999', '9999 9999 9999 9999 999'],
    ['card 4a2', '42'],
    ['', ''],
  ])('typed as %o is shown as %o', (text, shown) => {
    expect(typed(text)).toEqual({ text: shown, caret: shown.length })
  })

  test('keeps the caret after a digit typed in the middle', () => {
    expect(typed('4249 242', 4)).toEqual({ text: '4249 242', caret: 4 })
    expect(typed('42429 242', 5)).toEqual({ text: '4242 9242', caret: 6 })
  })

  test('loses a digit, not a space, with each backspace', () => {
    expect(formatCardNumber({ text: '42424', caret: 4, kind: 'delete_backward' })).toEqual({
      text: '4242 4',
      caret: 4,
    })
  })

  test('moves the caret over a space when deleting forward', () => {
    expect(formatCardNumber({ text: '42424', caret: 4, kind: 'delete_forward' })).toEqual({
      text: '4242 4',
      caret: 5,
    })
  })

  test('keeps its digits in groups, and formatting it again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,30}$/), fc.nat(30), (text, caret) => {
        const once = typed(text, caret)
        const { lengths } = brandRules[detectBrand(digitsOf(text))]
        expect(digitsOf(once.text)).toBe(digitsOf(text).slice(0, lengths.at(-1)))
        expect(typed(once.text, once.caret)).toEqual(once)
        expect(once.caret).toBeLessThanOrEqual(once.text.length)
      }),
    )
  })
})

describe('the checksum', () => {
  test.each(['4242424242424242', '378282246310005', '6011111111111117', '0'])('holds for %s', (n) =>
    expect(passesLuhn(n)).toBe(true),
  )

  test('fails if any digit changes', () => {
    const number = '4242424242424242'
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digit = (Number(number[place]) + shift) % 10
        expect(passesLuhn(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('fails for an empty number', () => {
    expect(passesLuhn('')).toBe(false)
  })
})

const insert = (text: string, caret = text.length) => formatExpiry({ text, caret, kind: 'insert' })

describe('an expiry date', () => {
  test.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1/28', '01 / 28'],
    ['5/28', '05 / 28'],
    ['12/', '12 / '],
    ['12 / 2', '12 / 2'],
    ['1228', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['12-28', '12 / 28'],
    ['12 / 289', '12 / 28'],
    ['0', '0'],
    ['', ''],
  ])('typed as %o is shown as %o', (text, shown) => {
    expect(insert(text)).toEqual({ text: shown, caret: shown.length })
  })

  test('can be deleted completely', () => {
    const backspace = (text: string) =>
      formatExpiry({
        text: text.slice(0, -1),
        caret: text.length - 1,
        kind: 'delete_backward',
      }).text
    expect(backspace('12 / 2')).toBe('12')
    expect(backspace('12 / ')).toBe('12')
    expect(backspace('12')).toBe('1')
    expect(backspace('1')).toBe('')
  })

  test('keeps the caret after a changed digit', () => {
    expect(insert('11 / 28', 2)).toEqual({ text: '11 / 28', caret: 2 })
  })

  test('is parsed once it is complete', () => {
    expect(parseExpiry('04 / 29')).toEqual({ month: 4, year: 2029 })
    expect(parseExpiry('13 / 29')).toEqual({ month: 13, year: 2029 })
    expect(parseExpiry('04 / 2')).toBeNull()
    expect(parseExpiry('')).toBeNull()
  })

  test('is valid until the end of its month', () => {
    const january = { month: 1, year: 2026 }
    expect(isCardExpired(january, new Date('2026-01-31T23:59:59Z'))).toBe(false)
    expect(isCardExpired(january, new Date('2026-02-01T00:00:00Z'))).toBe(true)
    expect(isCardExpired({ month: 12, year: 2025 }, new Date('2026-01-01T00:00:00Z'))).toBe(true)
  })

  test('is in the future for a test card, in any year', () => {
    for (const year of [2026, 2096, 2097]) {
      expect(farExpiry(new Date(Date.UTC(year, 11, 31)))).toBe(`12 / ${String(year + 3).slice(2)}`)
    }
  })
})

const rules = {
  now: new Date('2026-01-15T12:00:00Z'),
  testNumbers: new Set(['4242424242424242', '378282246310005']),
}
const good = { number: '4242 4242 4242 4242', expiry: '12 / 29', cvc: '123' }
const amex = { number: '3782 822463 10005', expiry: '12 / 29', cvc: '1234' }
const problem = (field: CardField, value: string, entry = good) =>
  checkCardField(field, { ...entry, [field]: value }, rules)

test.each(['number', 'expiry', 'cvc'] as const)('a valid %s has no problem', (field) => {
  expect(checkCardField(field, good, rules)).toBeNull()
  expect(checkCardField(field, amex, rules)).toBeNull()
})

describe('a problem is reported', () => {
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
    ['expiry', '13 / 29', 'Enter a month from 01 to 12.'],
    ['expiry', '00 / 29', 'Enter a month from 01 to 12.'],
    ['expiry', '12 / 25', 'This card has expired. Check the date.'],
    ['cvc', '', 'Enter the security code.'],
    ['cvc', '12', 'The security code has 3 digits.'],
    ['cvc', '1234', 'The security code has 3 digits.'],
  ])('for %s %o: %s', (field, value, sentence) => {
    expect(problem(field, value)).toBe(sentence)
  })

  test('with the number of digits for the brand', () => {
    expect(problem('cvc', '123', amex)).toBe('The security code has 4 digits.')
    expect(problem('cvc', '12', { ...good, number: '' })).toBe(
      'The security code has 3 or 4 digits.',
    )
  })
})
