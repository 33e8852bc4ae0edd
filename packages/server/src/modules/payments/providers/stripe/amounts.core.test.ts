import { describe, expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './amounts.core.ts'

describe('an amount for Stripe', () => {
  it.each([
    ['usd', 2000, 2000],
    ['eur', 1, 1],
    ['jpy', 500, 500],
    ['krw', 500, 500],
    ['huf', 1045, 1045],
    ['twd', 80_045, 80_045],
    ['isk', 5, 500],
    ['ugx', 5, 500],
    ['mga', 500, 5],
    ['kwd', 5120, 5120],
    ['bhd', 10, 10],
    ['jod', 1230, 1230],
    ['omr', 1230, 1230],
    ['tnd', 1230, 1230],
  ])('is converted to the units that Stripe expects: %s', (currency, ours, theirs) => {
    expect(toStripeAmount(ours, currency)).toEqual({ amount: theirs })
    expect(fromStripeAmount(theirs, currency)).toBe(ours)
  })

  it.each([
    ['kwd', 5124, /steps of 10 minor units/],
    ['bhd', 1, /steps of 10 minor units/],
    ['tnd', 15, /steps of 10 minor units/],
    ['mga', 150, /steps of 100 minor units/],
    ['usd', 0, /cannot charge 0/],
    ['isk', Number.MAX_SAFE_INTEGER, /cannot charge/],
    ['zzz', 100, /does not support the currency "zzz"/],
  ])('is refused with a reason if Stripe cannot accept it: %s %d', (currency, amount, problem) => {
    expect(toStripeAmount(amount, currency)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
