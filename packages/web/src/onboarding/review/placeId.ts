import type { CatalogKind } from '@purser/contract/client'

/** Where something stands on the page, for links to it. */
export const placeId = (kind: CatalogKind, slug: string): string => `${kind}-${slug}`
