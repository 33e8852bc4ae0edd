import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRefund, taxOfCredit } from './creditNotes.core.ts'

describe('the tax of credit notes', () => {
  it('is proportional to the credited amount, rounded half to even', () => {
    const billed = { total: 11_900, creditsApplied: 0, tax: 1_900 }
    expect(taxOfCredit(billed, 0, 11_900)).toBe(1_900)
    expect(taxOfCredit(billed, 0, 1_190)).toBe(190)
    expect(taxOfCredit({ total: 200, creditsApplied: 0, tax: 1 }, 0, 100)).toBe(0)
    expect(taxOfCredit({ total: 200, creditsApplied: 0, tax: 3 }, 0, 100)).toBe(2)
  })

  it('excludes the tax of the part that prepaid money paid', () => {
    expect(taxOfCredit({ total: 1_000, creditsApplied: 9_000, tax: 2_000 }, 0, 1_000)).toBe(200)
  })

  it("adds up to the invoice's tax in any split", () => {
    const arbitrary = fc
      .record({
        net: fc.integer({ min: 1, max: 10 ** 9 }),
        tax: fc.integer({ min: 0, max: 10 ** 9 }),
      })
      .chain(({ net, tax }) =>
        fc.record({
          tax: fc.constant(tax),
          total: fc.constant(net + tax),
          cuts: fc.array(fc.integer({ min: 0, max: net + tax }), { maxLength: 20 }),
        }),
      )
    fc.assert(
      fc.property(arbitrary, ({ tax, total, cuts }) => {
        const ends = [0, ...cuts.sort((a, b) => a - b), total]
        const shares = ends
          .slice(1)
          .map((end, at) =>
            taxOfCredit({ total, creditsApplied: 0, tax }, ends[at] ?? 0, end - (ends[at] ?? 0)),
          )
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(tax)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('a refund', () => {
  it('is split over payments in order, and no part exceeds its payment', () => {
    const payments = [
      { id: 'newest', left: 300 },
      { id: 'spent', left: 0 },
      { id: 'oldest', left: 500 },
    ]
    expect(splitRefund(payments, 200)).toEqual([{ paymentId: 'newest', amount: 200 }])
    expect(splitRefund(payments, 700)).toEqual([
      { paymentId: 'newest', amount: 300 },
      { paymentId: 'oldest', amount: 400 },
    ])
    expect(splitRefund(payments, 801)).toBeNull()
  })
})
