import { describe, expect, it } from 'vitest'
import { type CustomerTerms, customerTerms } from './customerTerms.core.ts'

const plg: CustomerTerms = { kind: 'plg', collectionMethod: 'charge_automatically', netDays: null }
const slg: CustomerTerms = { kind: 'slg', collectionMethod: 'send_invoice', netDays: 30 }
const slg45: CustomerTerms = { ...slg, netDays: 45 }
const invoiced: CustomerTerms = { kind: 'plg', collectionMethod: 'send_invoice', netDays: 14 }

describe('customerTerms', () => {
  it.each([
    ['an empty request', {}, plg],
    ['a plg customer', { kind: 'plg' }, plg],
    ['an slg customer', { kind: 'slg' }, slg],
    ['an slg customer with 45 days to pay', { kind: 'slg', netDays: 45 }, slg45],
    [
      'an slg customer with invoices that are due immediately',
      { kind: 'slg', netDays: 0 },
      { ...slg, netDays: 0 },
    ],
    ['an slg customer with netDays null', { kind: 'slg', netDays: null }, slg],
    [
      'an slg customer who is charged automatically',
      { kind: 'slg', collectionMethod: 'charge_automatically' },
      { ...plg, kind: 'slg' },
    ],
    [
      'a plg customer who gets invoices',
      { collectionMethod: 'send_invoice' },
      { ...invoiced, netDays: 30 },
    ],
    [
      'a plg customer who gets invoices with 14 days to pay',
      { collectionMethod: 'send_invoice', netDays: 14 },
      invoiced,
    ],
  ] as const)('returns the initial terms for %s', (_what, input, terms) => {
    expect(customerTerms(null, input)).toEqual(terms)
  })

  it.each([
    ['no field', slg45, {}, slg45],
    ['kind to the same value', slg45, { kind: 'slg' }, slg45],
    ['netDays', slg45, { netDays: 60 }, { ...slg, netDays: 60 }],
    ['kind from slg to plg', slg45, { kind: 'plg' }, plg],
    ['kind from plg to slg', plg, { kind: 'slg' }, slg],
    ['kind from an invoiced plg to slg', invoiced, { kind: 'slg' }, slg],
    ['kind and netDays', plg, { kind: 'slg', netDays: 7 }, { ...slg, netDays: 7 }],
    [
      'collectionMethod to automatic charges',
      invoiced,
      { collectionMethod: 'charge_automatically' },
      plg,
    ],
    [
      'collectionMethod to invoices',
      plg,
      { collectionMethod: 'send_invoice' },
      { ...invoiced, netDays: 30 },
    ],
    [
      'collectionMethod to the same value',
      invoiced,
      { collectionMethod: 'send_invoice' },
      invoiced,
    ],
  ] as const)('applies a change of %s', (_what, before, input, terms) => {
    expect(customerTerms(before, input)).toEqual(terms)
  })

  it('sets netDays exactly when invoices are sent', () => {
    for (const before of [null, plg, slg45, invoiced])
      for (const kind of [undefined, 'plg', 'slg'] as const)
        for (const collectionMethod of [undefined, 'charge_automatically', 'send_invoice'] as const)
          for (const netDays of [undefined, null, 0, 365]) {
            const terms = customerTerms(before, { kind, collectionMethod, netDays })
            expect(terms.netDays !== null).toBe(terms.collectionMethod === 'send_invoice')
          }
  })
})
