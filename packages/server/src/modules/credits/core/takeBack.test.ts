import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  compare,
  formatAmount,
  parseAmount,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import { creditsForShare } from './takeBack.ts'

/** Credits with up to nine decimal places, and a price cut into the parts in which it is refunded. */
const credits = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(
    ([whole, billionths]): Amount => parseAmount(`${whole}.${String(billionths).padStart(9, '0')}`),
  )
const parts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 })

const sharesOf = (of: Amount, refunds: readonly number[], paid: number): Amount[] => {
  let refundedBefore = 0
  return refunds.map((refunded) => {
    const share = creditsForShare(of, { paid, refundedBefore, refunded })
    refundedBefore += refunded
    return share
  })
}
const total = (refunds: readonly number[]) => refunds.reduce((a, b) => a + b, 0)

describe('the credits that parts of a price stand for', () => {
  it('are all of them when the parts make up the price, in whatever parts', () => {
    fc.assert(
      fc.property(credits, parts, (bought, refunds) => {
        const shares = sharesOf(bought, refunds, total(refunds))
        expect(formatAmount(sum(shares))).toBe(formatAmount(bought))
      }),
    )
  })

  it('are never negative and never more than were bought', () => {
    fc.assert(
      fc.property(credits, parts, fc.nat(1_000_000), (bought, refunds, kept) => {
        const shares = sharesOf(bought, refunds, total(refunds) + kept)
        expect(shares.every((share) => compare(share, ZERO) >= 0)).toBe(true)
        expect(compare(sum(shares), bought)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('are in proportion, to the last decimal place', () => {
    const share = creditsForShare(parseAmount(500), { paid: 300, refundedBefore: 0, refunded: 100 })
    expect(formatAmount(share)).toBe('166.666666667')
    const rest = creditsForShare(parseAmount(500), {
      paid: 300,
      refundedBefore: 100,
      refunded: 200,
    })
    expect(formatAmount(rest)).toBe('333.333333333')
  })
})
