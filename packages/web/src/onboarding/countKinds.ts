import type { CatalogKind } from '@purser/contract/client'
import { kindNames } from './kindNames.ts'

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
