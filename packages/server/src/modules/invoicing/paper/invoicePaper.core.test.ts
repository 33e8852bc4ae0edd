import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBill } from '../bill/bill.core.ts'
import { billLine } from '../testing/billLines.ts'
import { renderBuyer, renderSeller, taxBreakdown } from './invoicePaper.core.ts'

const vat = { name: 'VAT', percentage: 19, isInclusive: false }

describe('the tax breakdown of an invoice', () => {
  it('shows the taxable amount', () => {
    const lines = [
      { type: 'recurring', subtotal: 1_000, discount: 100, tax: 171 },
      { type: 'topup', subtotal: 5_000, discount: 0, tax: 0 },
      { type: 'proration', subtotal: -200, discount: 0, tax: -38 },
    ] as const
    expect(taxBreakdown(vat, lines)).toEqual([{ ...vat, taxable: 700, tax: 133 }])
  })

  it('is empty without tax', () => {
    expect(taxBreakdown(null, [{ type: 'recurring', subtotal: 1, discount: 0, tax: 0 }])).toEqual(
      [],
    )
    expect(taxBreakdown(vat, [{ type: 'topup', subtotal: 1, discount: 0, tax: 0 }])).toEqual([])
  })

  it('matches the bill', () => {
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

const address = { line1: '1 High St', line2: 'Floor 2', city: 'Reno', postalCode: '89501' }
const buyer = { name: 'A', email: null, address, region: null, taxId: null, country: 'DE' }
const lines = (more: Partial<Parameters<typeof renderBuyer>[0]>) =>
  renderBuyer({ ...buyer, ...more }).address

describe('a printed address', () => {
  it('follows the order of its country', () => {
    expect(lines({})).toEqual(['1 High St', 'Floor 2', '89501 Reno'])
    expect(lines({ region: 'Bayern' })).toEqual(['1 High St', 'Floor 2', '89501 Reno', 'Bayern'])
    expect(lines({ country: 'US', region: 'NV' })).toEqual([
      '1 High St',
      'Floor 2',
      'Reno, NV 89501',
    ])
    expect(lines({ country: 'CA' })).toEqual(['1 High St', 'Floor 2', 'Reno, 89501'])
    expect(lines({ country: 'GB' })).toEqual(['1 High St', 'Floor 2', 'Reno', '89501'])
    expect(lines({ address: { ...address, line2: null } })).toEqual(['1 High St', '89501 Reno'])
  })

  it('can be missing or have no country', () => {
    expect(lines({ address: null })).toEqual([])
    expect(lines({ address: null, region: 'NV' })).toEqual(['NV'])
    expect(lines({ country: null })).toEqual(['1 High St', 'Floor 2', '89501 Reno'])
  })
})

it('the seller has no separate country, because its address contains the country', () => {
  const seller = { legalName: 'Acme', address: ['Berlin', 'Germany'], taxId: 'DE1', email: null }
  expect(renderSeller({ ...seller, footer: 'IBAN' })).toEqual({
    name: 'Acme',
    email: null,
    address: ['Berlin', 'Germany'],
    country: null,
    taxId: 'DE1',
    footer: 'IBAN',
  })
})
