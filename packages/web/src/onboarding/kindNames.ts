import type { CatalogKind } from '@purser/contract/client'

/** What each kind of object is called: one, and many of them. */
export const kindNames: Readonly<Record<CatalogKind, readonly [one: string, many: string]>> = {
  product: ['product', 'products'],
  creditCurrency: ['credit currency', 'credit currencies'],
  metric: ['metric', 'metrics'],
  feature: ['feature', 'features'],
  tier: ['tier', 'tiers'],
  plan: ['plan', 'plans'],
  creditPackage: ['credit package', 'credit packages'],
  coupon: ['coupon', 'coupons'],
}
