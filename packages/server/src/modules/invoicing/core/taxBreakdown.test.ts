import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billLine } from '../testing/billLines.ts'
import { computeBill } from './bill.ts'
import { taxBreakdown } from './taxBreakdown.ts'

const vat = { name: 'VAT', percentage: 19, isInclusive: false }

describe('the tax of an invoice', () => {
  it('is shown with what it was computed on', () => {
    const lines = [
      { type: 'recurring', subtotal: 1_000, discount: 100, tax: 171 },
      { type: 'topup', subtotal: 5_000, discount: 0, tax: 0 },
      { type: 'proration', subtotal: -200, discount: 0, tax: -38 },
    ] as const
    expect(taxBreakdown(vat, lines)).toEqual([{ ...vat, taxable: 700, tax: 133 }])
  })

  it('is not shown where there is none', () => {
    expect(taxBreakdown(null, [{ type: 'recurring', subtotal: 1, discount: 0, tax: 0 }])).toEqual(
      [],
    )
    expect(taxBreakdown(vat, [{ type: 'topup', subtotal: 1, discount: 0, tax: 0 }])).toEqual([])
  })

  it('is that of the bill', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -10_000, max: 1_000_000 }), { minLength: 1 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 100 }),
        (amounts, isInclusive, percentOff) => {
          const tax = { ...vat, isInclusive }
          const discount = { name: 'OFF', percentOff, amountOff: null }
          const lines = amounts.map((amount) => billLine(amount))
          const bill = computeBill({ lines, discount, tax, balance: 0 })
          const [shown] = taxBreakdown(tax, bill.lines)
          expect(shown?.tax ?? 0).toBe(bill.tax)
          expect(shown?.taxable ?? 0).toBe(bill.subtotal - bill.discount)
        },
      ),
    )
  })
})
