import type { CatalogDocument, CatalogKind } from './document.ts'

/** Each kind's section of a catalog document, ordered so that a kind refers only to those before it. */
export const sectionOf = {
  product: 'products',
  creditCurrency: 'creditCurrencies',
  metric: 'metrics',
  feature: 'features',
  tier: 'tiers',
  plan: 'plans',
  creditPackage: 'creditPackages',
  coupon: 'coupons',
} as const satisfies Record<CatalogKind, keyof CatalogDocument>
