import type { CatalogKind } from '@purser/contract/client'

/** Builds the HTML id of an object on the page, for links to it. */
export const objectId = (kind: CatalogKind, slug: string): string => `${kind}-${slug}`
