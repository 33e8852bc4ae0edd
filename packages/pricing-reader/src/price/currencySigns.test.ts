import { describe, expect, it } from 'vitest'
import { codeOf, signAfter, signBefore } from './currencySigns.ts'

const hints = { lang: 'en' }

describe('currency signs and codes', () => {
  it.each([
    ['R$ 10', 'brl'],
    ['US$10', 'usd'],
    ['CHF 10', 'chf'],
    ['R10', 'zar'],
    ['₦10', 'ngn'],
    ['Rs. 10', 'inr'],
  ])('are recognized before a number, as in %s', (text, currency) => {
    expect(signBefore(text, text.indexOf('1'), 0, hints)?.currency).toBe(currency)
  })

  it.each([
    ['10 €', 'eur'],
    ['10 zł', 'pln'],
    ['10円', 'jpy'],
    ['10 美元', 'usd'],
    ['10ドル', 'usd'],
    ['10 USDT', 'usdt'],
    ['10 kr', 'sek'],
    ['10 рублей', 'rub'],
  ])('are recognized after a number, as in %s', (text, currency) => {
    expect(signAfter(text, 2, hints)?.currency).toBe(currency)
  })

  it('are not recognized in other words', () => {
    expect(signAfter('10 $5', 2, hints)).toBeNull()
    expect(signAfter('45.- CHF', 2, hints)?.currency).toBe('chf')
    expect(signAfter('200.000 VNĐ', 7, hints)?.currency).toBe('vnd')
    expect(signAfter('10 krill', 2, hints)).toBeNull()
    expect(signBefore('ALL 10', 4, 0, hints)).toBeNull()
    expect(codeOf('API')).toBeNull()
  })

  it('mean the currency of the page if several currencies share them', () => {
    expect(signBefore('$5', 1, 0, { lang: 'en', currency: 'aud' })?.currency).toBe('aud')
    expect(signBefore('¥5', 1, 0, { lang: 'zh-cn' })?.currency).toBe('cny')
    expect(signAfter('5 kr', 1, { lang: 'da' })?.currency).toBe('dkk')
    for (const [lang, currency] of Object.entries({ ar: 'sar', 'ar-qa': 'qar', 'ar-om': 'omr' }))
      expect(signAfter('5 ريال', 1, { lang })?.currency).toBe(currency)
    expect(signAfter('5 ريال قطري', 1, { lang: 'ar-sa' })?.currency).toBe('qar')
    expect(signAfter('5 دينار', 1, { lang: 'ar', currency: 'jod' })?.currency).toBe('jod')
    expect(signAfter('5元', 1, { lang: 'zh-hant-hk' })?.currency).toBe('hkd')
  })
})
