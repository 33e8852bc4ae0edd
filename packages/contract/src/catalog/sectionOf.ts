import type { CatalogDocument, CatalogKind } from './document.ts'

/**
 * The section of a catalog document for each kind, ordered so that a kind refers only to kinds
 * before it.
 */
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
