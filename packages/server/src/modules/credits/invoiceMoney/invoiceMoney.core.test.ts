import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, formatAmount, parseAmount, subtract } from '../../../kernel/amount.ts'
import { creditsOf, type MoneyCurrency, moneyOf } from './invoiceMoney.core.ts'

const currency = (denomination: string, minorUnitScale: number): MoneyCurrency => ({
  denomination,
  minorUnitScale,
})

describe('the money in wallets', () => {
  it.each([
    ['100.75', currency('usd', 2), 100],
    ['12345', currency('usd', 4), 123],
    ['3.456', currency('usd', 0), 345],
    ['980.5', currency('jpy', 0), 980],
    ['1500', currency('kwd', 3), 1_500],
    ['-5', currency('usd', 2), 0],
    ['0.999999999', currency('usd', 2), 0],
  ])('for %s credits of %o is %i minor units', (credits, of, money) => {
    expect(moneyOf(of, parseAmount(credits))).toBe(money)
  })

  it('is debited exactly, and never exceeds the balance', () => {
    const currencies = fc
      .tuple(fc.constantFrom('usd', 'jpy', 'kwd'), fc.nat(6))
      .map(([code, scale]) => currency(code, scale))
    fc.assert(
      fc.property(currencies, fc.bigInt(0n, 10n ** 20n), (of, units) => {
        const credits = { units }
        const money = moneyOf(of, credits)
        const taken = creditsOf(of, money)
        expect(moneyOf(of, taken)).toBe(money)
        expect(compare(taken, credits)).toBeLessThanOrEqual(0)
        const rest = subtract(credits, taken)
        expect(`${moneyOf(of, rest)} of ${formatAmount(rest)}`).toBe(`0 of ${formatAmount(rest)}`)
      }),
    )
  })
})
