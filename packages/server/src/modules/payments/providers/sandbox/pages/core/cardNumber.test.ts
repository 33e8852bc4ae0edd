import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandRules, detectBrand } from './cardBrand.ts'
import { digitsOf, formatCardNumber, passesLuhn } from './cardNumber.ts'

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
  ])('typed as %o reads %o', (text, shown) => {
    expect(typed(text)).toEqual({ text: shown, caret: shown.length })
  })

  test('keeps the caret after the digit that was typed in its middle', () => {
    expect(typed('4249 242', 4)).toEqual({ text: '4249 242', caret: 4 })
    expect(typed('42429 242', 5)).toEqual({ text: '4242 9242', caret: 6 })
  })

  test('loses a digit, not a gap, at each backspace', () => {
    expect(formatCardNumber({ text: '42424', caret: 4, kind: 'delete_backward' })).toEqual({
      text: '4242 4',
      caret: 4,
    })
  })

  test('lets the caret over a gap that was deleted forwards', () => {
    expect(formatCardNumber({ text: '42424', caret: 4, kind: 'delete_forward' })).toEqual({
      text: '4242 4',
      caret: 5,
    })
  })

  test('keeps its digits, in groups, and is not changed by being read again', () => {
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

  test('breaks with any one digit changed', () => {
    const number = '4242424242424242'
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digit = (Number(number[place]) + shift) % 10
        expect(passesLuhn(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('is not had by nothing', () => {
    expect(passesLuhn('')).toBe(false)
  })
})
