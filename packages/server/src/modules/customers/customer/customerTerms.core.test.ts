import { describe, expect, it } from 'vitest'
import { type CustomerTerms, customerTerms } from './customerTerms.core.ts'

const plg: CustomerTerms = { kind: 'plg', collectionMethod: 'charge_automatically', netDays: null }
const slg: CustomerTerms = { kind: 'slg', collectionMethod: 'send_invoice', netDays: 30 }
const slg45: CustomerTerms = { ...slg, netDays: 45 }
const invoiced: CustomerTerms = { kind: 'plg', collectionMethod: 'send_invoice', netDays: 14 }

describe('customerTerms', () => {
  it.each([
    ['nothing said', {}, plg],
    ['plg', { kind: 'plg' }, plg],
    ['slg', { kind: 'slg' }, slg],
    ['slg net 45', { kind: 'slg', netDays: 45 }, slg45],
    ['slg due at once', { kind: 'slg', netDays: 0 }, { ...slg, netDays: 0 }],
    ['slg with null', { kind: 'slg', netDays: null }, slg],
    [
      'slg charged',
      { kind: 'slg', collectionMethod: 'charge_automatically' },
      { ...plg, kind: 'slg' },
    ],
    ['plg invoiced', { collectionMethod: 'send_invoice' }, { ...invoiced, netDays: 30 }],
    ['plg invoiced net 14', { collectionMethod: 'send_invoice', netDays: 14 }, invoiced],
  ] as const)('returns the initial terms for %s', (_what, input, terms) => {
    expect(customerTerms(null, input)).toEqual(terms)
  })

  it.each([
    ['nothing', slg45, {}, slg45],
    ['the same kind', slg45, { kind: 'slg' }, slg45],
    ['other days', slg45, { netDays: 60 }, { ...slg, netDays: 60 }],
    ['the other kind', slg45, { kind: 'plg' }, plg],
    ['the other kind', plg, { kind: 'slg' }, slg],
    ['the other kind', invoiced, { kind: 'slg' }, slg],
    ['the other kind with days', plg, { kind: 'slg', netDays: 7 }, { ...slg, netDays: 7 }],
    ['charging', invoiced, { collectionMethod: 'charge_automatically' }, plg],
    ['invoices', plg, { collectionMethod: 'send_invoice' }, { ...invoiced, netDays: 30 }],
    ['invoices again', invoiced, { collectionMethod: 'send_invoice' }, invoiced],
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
