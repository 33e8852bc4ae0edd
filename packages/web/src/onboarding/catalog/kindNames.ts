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

/** How many there are of each kind: `3 tiers, 6 plans and 1 product`. */
export function countKinds(
  things: readonly { readonly kind: CatalogKind }[],
  kinds: readonly CatalogKind[],
): string {
  const counted = kinds.flatMap((kind) => {
    const count = things.filter((thing) => thing.kind === kind).length
    const [one, many] = kindNames[kind]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return new Intl.ListFormat('en').format(counted)
}
