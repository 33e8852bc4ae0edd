import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoTopUpMode, isFiat, renderAmount, renderMoney } from './denomination.ts'

const unit = { denomination: 'unit', minorUnitScale: 0 }
const usd = { denomination: 'usd', minorUnitScale: 2 }
const jpy = { denomination: 'jpy', minorUnitScale: 0 }
const kwd = { denomination: 'kwd', minorUnitScale: 3 }

describe('renderAmount', () => {
  test.each([
    [1250, unit, '1,250'],
    [0, unit, '0'],
    [-1250, unit, '-1,250'],
    [12.5, unit, '12.5'],
    [1e-9, unit, '0.000000001'],
    [1250, usd, '$12.50'],
    [5, usd, '$0.05'],
    [0, usd, '$0.00'],
    [-5, usd, '-$0.05'],
    [-1250, usd, '-$12.50'],
    [0.15, usd, '$0.0015'],
    ['0.000000001', usd, '$0.00000000001'],
    [1250, jpy, '¥1,250'],
    [1250.5, jpy, '¥1,250.5'],
    [1250, kwd, 'KWD\u00a01.250'],
    ['999999999999999.5', unit, '999,999,999,999,999.5'],
    ['99999999999999999999', usd, '$999,999,999,999,999,999.99'],
  ])('renders %s of %o as %s', (amount, currency, rendered) => {
    expect(renderAmount(amount, currency)).toBe(rendered)
  })

  test('renders a count at scale 2 without a currency', () => {
    expect(renderAmount(1250, undefined)).toBe('12.5')
    expect(renderAmount(-5, null)).toBe('-0.05')
  })

  test('uses the separators of the locale', () => {
    expect(renderAmount(125_050, { denomination: 'eur', minorUnitScale: 2 }, 'de-DE')).toBe(
      '1.250,50\u00a0€',
    )
  })

  test('shows a currency sign for money and never for a count', () => {
    fc.assert(
      fc.property(fc.integer(), (amount) => {
        expect(renderAmount(amount, unit)).not.toContain('$')
        expect(renderAmount(amount, usd)).toMatch(/^-?\$[\d,]+\.\d\d$/)
      }),
    )
  })

  test('renders a number and the equal decimal string the same', () => {
    fc.assert(
      fc.property(fc.integer(), (amount) => {
        expect(renderAmount(amount, usd)).toBe(renderAmount(String(amount), usd))
      }),
    )
  })
})

test('unit wallets top up by package, fiat wallets by amount', () => {
  expect(isFiat('unit')).toBe(false)
  expect(isFiat('usd')).toBe(true)
  expect(autoTopUpMode('unit')).toBe('package')
  expect(autoTopUpMode('eur')).toBe('amount')
})

describe('renderMoney', () => {
  test.each([
    [1_234_567, 'usd', '$12,345.67'],
    [1_234_567, 'jpy', '¥1,234,567'],
    [1_234_567, 'kwd', 'KWD 1,234.567'],
    [-5, 'eur', '-€0.05'],
    [0.0015, 'usd', '$0.000015'],
    [150.5, 'usd', '$1.505'],
    [0.000000001, 'kwd', 'KWD 0.000000000001'],
    [0, 'usd', '$0.00'],
  ])('renders %d of %s as %s', (amount, currency, printed) => {
    expect(renderMoney(amount, currency).replace(/\u00a0/g, ' ')).toBe(printed)
  })

  test('uses the locale, and two decimals for an unknown currency', () => {
    expect(renderMoney(125_050, 'eur', 'de-DE')).toBe('1.250,50\u00a0€')
    expect(renderMoney(1250, 'xxx')).toContain('12.50')
  })
})
