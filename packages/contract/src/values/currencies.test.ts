import { describe, expect, it } from 'vitest'
import { currencyScale, isCurrency } from './currencies.ts'
import { timezone } from './primitives.ts'

describe('the table of currencies', () => {
  it.each([
    ['usd', 2],
    ['eur', 2],
    ['jpy', 0],
    ['krw', 0],
    ['kwd', 3],
    ['bhd', 3],
    ['xcg', 2],
  ])('gives %s %i decimals', (code, scale) => {
    expect(currencyScale(code)).toBe(scale)
    expect(isCurrency(code)).toBe(true)
  })

  it.each([
    'zzz',
    'btc',
    'clf',
    'USD',
    'xau',
    'xdr',
    'xts',
    'xxx',
    '',
    'us',
    'usdt',
    '__proto__',
    'constructor',
  ])('does not contain %j', (code) => {
    expect(currencyScale(code)).toBeNull()
    expect(isCurrency(code)).toBe(false)
  })

  it('contains most codes that browsers can render, and the digital bolivar', () => {
    const rendered = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
    // ISO 4217 lists the digital bolivar, but ICU does not.
    expect([...rendered].filter(isCurrency).length).toBeGreaterThan(150)
    expect(isCurrency('ved')).toBe(true)
  })
})

describe('a time zone field', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'accepts %s',
    (name) => {
      expect(timezone.safeParse(name).success).toBe(true)
    },
  )

  it.each([
    '',
    '+02:00',
    '-05:00',
    '+0200',
    '\u221202:00',
    'UTC+2',
    'Mars/Olympus',
    'Europe/Berlin ',
    'Europe/Berlin\0',
    'local',
    '<img onerror=x>',
  ])('refuses %j', (name) => {
    expect(timezone.safeParse(name).success).toBe(false)
  })
})
