import type { CatalogKind } from '@purser/contract/client'

/** The names of each kind of object in the singular and the plural. */
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

/** Counts objects by kind in words: `3 tiers, 6 plans, and 1 product`. */
export function countKinds(
  objects: readonly { readonly kind: CatalogKind }[],
  kinds: readonly CatalogKind[],
): string {
  const counts = kinds.flatMap((kind) => {
    const count = objects.filter((object) => object.kind === kind).length
    const [one, many] = kindNames[kind]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return new Intl.ListFormat('en').format(counts)
}
