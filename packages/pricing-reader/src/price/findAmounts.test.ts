import { describe, expect, it } from 'vitest'
import { findAmounts, toMinor } from './findAmounts.ts'

const read = (text: string, lang = 'en'): string[] =>
  findAmounts(text, { lang }).map(({ value, currency }) => `${value} ${currency}`)

describe('amounts in text', () => {
  it.each([
    ['$29.99/mo', ['29.99 usd']],
    ['€1.299,00', ['1299.00 eur']],
    ['29,90 €', ['29.90 eur']],
    ['₹1,49,999 /year', ['149999 inr']],
    ['₹12,34,567.50', ['1234567.50 inr']],
    ['от 2 000 ₽', ['2000 rub']],
    ['2 000 $', ['2000 usd']],
    ["CHF 1'200", ['1200 chf']],
    ['¥15,000', ['15000 jpy']],
    ['R$ 1.950 /mês', ['1950 brl']],
    ['$0.002', ['0.002 usd']],
    ['$0.00023976', ['0.00023976 usd']],
    ['$.0001 per byte', ['0.0001 usd']],
    ['$1,299', ['1299 usd']],
    ['0,24€/min', ['0.24 eur']],
    ['$29 USD', ['29 usd']],
    ['$29 CAD', ['29 cad']],
    ['Pro $10, Team $20', ['10 usd', '20 usd']],
    ['5 $10', ['10 usd']],
    ['$5 100 credits', ['5 usd']],
    ['2 000 $ 5 000 $', ['2000 usd', '5000 usd']],
    ['١٬٢٩٩٫٥٠ ريال', ['1299.50 sar']],
    ['‏۹۹‏ ر.س', ['99 sar']],
    ['９８０円', ['980 jpy']],
    ['Rp99rb', ['99000 idr']],
    ['Rp 1,5 jt', ['1500000 idr']],
    ['1.5万円', ['15000 jpy']],
    ['1.490 Kč', ['1490 czk']],
    ['199:-/mån', ['199 sek']],
    ['10 users', []],
    ['₹50K', ['50000 inr']],
    ['₹1.5L /month', ['150000 inr']],
    ['₹2 lakh', ['200000 inr']],
    ['₹5 liters', ['5 inr']],
    ['v1.5€', []],
    ['', []],
  ])('are read from %j as %j', (text, amounts) => {
    expect(read(text)).toEqual(amounts)
  })

  it("use the separators of the page's language", () => {
    expect(read('$1.500', 'es')).toEqual(['1500 usd'])
    expect(read('€ 2 500', 'fr')).toEqual(['2500 eur'])
  })

  it('are distinguished from orders of magnitude', () => {
    const [range] = findAmounts('R$ 30-80k/proj', { lang: 'pt' })
    expect(range).toMatchObject({ isRough: true, isFrom: true })
    expect(findAmounts('$10k', { lang: 'en' })[0]?.isRough).toBe(true)
    expect(findAmounts('$10 – $20', { lang: 'en' })).toMatchObject([
      { value: '10', isFrom: true, isRough: false },
    ])
  })

  it('are exact in minor units', () => {
    expect([toMinor('29.9', 'usd'), toMinor('15000', 'jpy'), toMinor('1.5', 'kwd')]).toEqual([
      2990, 15000, 1500,
    ])
    expect([toMinor('0.002', 'usd'), toMinor('9'.repeat(20), 'usd')]).toEqual([null, null])
    expect(toMinor('4.99', 'usdt')).toBe(499)
  })
})
