import { catalogDocument } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import { stored } from '../testing/storedCatalog.ts'
import { selectProduct } from './selectProduct.ts'
import { toDocument } from './toDocument.ts'

describe('selectProduct', () => {
  it('takes all of a product and what it refers to, and nothing else', () => {
    const entry = { name: 'X', eventName: 'x', aggregation: 'count' }
    const document = toDocument(stored)
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
        // Of credits that no plan of the product has anything to do with.
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
