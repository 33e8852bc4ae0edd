import { catalogDocument } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryCatalog } from '../testing/arbitraryCatalog.ts'
import { reverseKeys, storedCatalog } from '../testing/storedCatalog.ts'
import { selectProduct, toDocument } from './catalogDocument.core.ts'
import type { StoredCatalog } from './catalogEntry.core.ts'

describe('toDocument', () => {
  it('omits default values and refers to objects by slug', () => {
    expect(JSON.stringify(toDocument(storedCatalog))).toBe(
      JSON.stringify({
        products: { acme: { name: 'Acme' } },
        creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
        metrics: { calls: { name: 'Calls', eventName: 'api.call', aggregation: 'count' } },
        features: {
          'api-calls': { name: 'API calls', type: 'metered', metricId: 'calls', displayOrder: 1 },
        },
        tiers: { pro: { productId: 'acme', name: 'Pro' } },
        plans: {
          'pro-monthly': {
            productId: 'acme',
            tierId: 'pro',
            name: 'Pro',
            status: 'active',
            kind: 'base',
            currency: 'usd',
            interval: 'month',
            intervalCount: 1,
            charges: [
              { type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: 2000 } },
              {
                type: 'usage',
                name: 'Calls',
                metricId: 'calls',
                pricing: { model: 'per_unit', unitAmount: '0.0015' },
              },
            ],
            entitlements: [{ featureSlug: 'api-calls', mode: 'quota', value: 1000 }],
            grantRules: [{ creditCurrencyId: 'credits', amount: 500, cadence: 'billing_period' }],
          },
        },
        creditPackages: {
          'credits-1000': {
            name: '1,000 credits',
            creditCurrencyId: 'credits',
            credits: 1000,
            price: 900,
            currency: 'usd',
          },
        },
        coupons: { WELCOME: { percentOff: 10, duration: 'once' } },
      }),
    )
  })

  it('returns a document that the contract accepts without changing it', () => {
    fc.assert(
      fc.property(arbitraryCatalog, (catalog) => {
        const made = toDocument(catalog)
        expect(catalogDocument.parse(JSON.parse(JSON.stringify(made)))).toEqual(made)
      }),
    )
  })

  it('returns the same bytes for any order of objects and keys', () => {
    fc.assert(
      fc.property(arbitraryCatalog, (catalog) => {
        const turned = Object.fromEntries(
          Object.entries(catalog).map(([section, items]) => [
            section,
            items.toReversed().map((item: object) => reverseKeys(item)),
          ]),
        ) as unknown as StoredCatalog
        expect(JSON.stringify(toDocument(turned))).toBe(JSON.stringify(toDocument(catalog)))
      }),
    )
  })
})

describe('selectProduct', () => {
  it('selects a product with everything it refers to, and nothing else', () => {
    const entry = { name: 'X', eventName: 'x', aggregation: 'count' }
    const document = toDocument(storedCatalog)
    const wanted = catalogDocument.parse({
      ...document,
      products: { ...document.products, other: { name: 'Other' } },
      creditCurrencies: {
        ...document.creditCurrencies,
        unused: { name: 'U', denomination: 'usd' },
      },
      metrics: { ...document.metrics, unused: entry },
      tiers: { ...document.tiers, other: { productId: 'other', name: 'Other' } },
      creditPackages: {
        ...document.creditPackages,
        'pro-pack': {
          name: 'P',
          creditCurrencyId: 'credits',
          credits: 1,
          price: 1,
          currency: 'usd',
          tierId: 'pro',
        },
        // No plan of the product uses these credits.
        'stray-pack': {
          name: 'S',
          creditCurrencyId: 'unused',
          credits: 1,
          price: 1,
          currency: 'usd',
        },
        'other-pack': {
          name: 'O',
          creditCurrencyId: 'unused',
          credits: 1,
          price: 1,
          currency: 'usd',
          tierId: 'other',
        },
      },
    })
    const chosen = selectProduct(wanted, 'acme')
    expect(
      Object.fromEntries(
        Object.entries(chosen).map(([section, entries]) => [section, Object.keys(entries ?? {})]),
      ),
    ).toEqual({
      products: ['acme'],
      creditCurrencies: ['credits'],
      metrics: ['calls'],
      features: ['api-calls'],
      tiers: ['pro'],
      plans: ['pro-monthly'],
      creditPackages: ['credits-1000', 'pro-pack'],
      coupons: [],
    })
    expect(Object.keys(selectProduct(wanted, 'other').tiers ?? {})).toEqual(['other'])
  })
})
