import { describe, expect, it } from 'vitest'
import { showBuyer, showSeller } from './invoiceParties.ts'

const address = { line1: '1 High St', line2: 'Floor 2', city: 'Reno', postalCode: '89501' }
const buyer = { name: 'A', email: null, address, region: null, taxId: null, country: 'DE' }
const lines = (more: Partial<Parameters<typeof showBuyer>[0]>) =>
  showBuyer({ ...buyer, ...more }).address

describe('an address', () => {
  it('is written in the order of its country', () => {
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

  it('may be missing', () => {
    expect(lines({ address: null })).toEqual([])
    expect(lines({ address: null, region: 'NV' })).toEqual(['NV'])
    expect(lines({ country: null })).toEqual(['1 High St', 'Floor 2', '89501 Reno'])
  })
})

it('the seller has its country in its address', () => {
  const seller = { legalName: 'Acme', address: ['Berlin', 'Germany'], taxId: 'DE1', email: null }
  expect(showSeller({ ...seller, footer: 'IBAN' })).toEqual({
    name: 'Acme',
    email: null,
    address: ['Berlin', 'Germany'],
    country: null,
    taxId: 'DE1',
    footer: 'IBAN',
  })
})
