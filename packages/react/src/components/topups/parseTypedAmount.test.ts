import { renderAmount } from '@purser/contract/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTypedAmount } from './parseTypedAmount.ts'

const us = { locale: 'en-US', scale: 2 }
const german = { locale: 'de-DE', scale: 2 }

describe('parseTypedAmount', () => {
  it.each([
    ['12.50', 1_250],
    ['12.5', 1_250],
    ['12,50', 1_250],
    ['12', 1_200],
    ['$ 1,250.07', 125_007],
    ['1,250', 125_000],
    ['.5', 50],
    ['5.', 500],
    ['0.10', 10],
    ['12.500', 1_250],
    ['9007199254740.99', 900_719_925_474_099],
  ])('reads %j', (text, minorUnits) => {
    expect(parseTypedAmount(text, us)).toEqual({ minorUnits, problem: null })
  })

  it('reads points and commas by the locale', () => {
    expect(parseTypedAmount('1.250,07 €', german).minorUnits).toBe(125_007)
    expect(parseTypedAmount('1.250', german).minorUnits).toBe(125_000)
    expect(parseTypedAmount('12.50', german).minorUnits).toBe(1_250)
    expect(parseTypedAmount('1 250,5', { locale: 'fr-FR', scale: 2 }).minorUnits).toBe(125_050)
  })

  it.each([
    ['', 'empty'],
    [' $ ', 'empty'],
    ['ten', 'not_a_number'],
    ['-5', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['.', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['0.001', 'too_many_decimals'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['99999999999999.00', 'too_much'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseTypedAmount(text, us)).toEqual({ minorUnits: null, problem })
  })

  it('supports currencies without decimals, and wallets more precise than a charge', () => {
    expect(parseTypedAmount('500', { locale: 'en-US', scale: 0 }).minorUnits).toBe(500)
    expect(parseTypedAmount('5.5', { locale: 'en-US', scale: 0 }).problem).toBe('too_many_decimals')
    const fine = { locale: 'en-US', scale: 5, decimals: 2 }
    expect(parseTypedAmount('1.25', fine).minorUnits).toBe(125_000)
    expect(parseTypedAmount('1.255', fine).problem).toBe('too_many_decimals')
    expect(parseTypedAmount('0', { ...us, mayBeZero: true }).minorUnits).toBe(0)
  })

  it('parses every amount as it is displayed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH'),
        (minorUnits, locale) => {
          const usd = { denomination: 'usd', minorUnitScale: 2 }
          const shown = renderAmount(minorUnits, usd, locale)
          expect(parseTypedAmount(shown, { locale, scale: 2 }).minorUnits).toBe(minorUnits)
        },
      ),
    )
  })
})
