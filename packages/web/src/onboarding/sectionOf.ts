import type { CatalogKind } from '@purser/contract/client'
import type { Catalog } from './Catalog.ts'

/** Where each kind of object stands in the catalog. */
export const sectionOf = {
  product: 'products',
  creditCurrency: 'creditCurrencies',
  metric: 'metrics',
  feature: 'features',
  tier: 'tiers',
  plan: 'plans',
  creditPackage: 'creditPackages',
  coupon: 'coupons',
} as const satisfies Record<CatalogKind, keyof Catalog>
