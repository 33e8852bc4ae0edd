import { describe, expect, it } from 'vitest'
import { currencyScale, isCurrency } from './currency.ts'

describe('a currency', () => {
  it.each([
    ['usd', 2],
    ['eur', 2],
    ['jpy', 0],
    ['krw', 0],
    ['kwd', 3],
    ['bhd', 3],
    ['clf', 4],
  ])('%s has %i decimals', (code, scale) => {
    expect(currencyScale(code)).toBe(scale)
    expect(isCurrency(code)).toBe(true)
  })

  it.each(['zzz', 'btc', 'xau', 'xdr', 'xts', 'xxx', '', 'us', 'usdt', '__proto__', 'constructor'])(
    '%j is none that anyone is invoiced in',
    (code) => {
      expect(currencyScale(code)).toBeNull()
      expect(isCurrency(code)).toBe(false)
    },
  )
})
