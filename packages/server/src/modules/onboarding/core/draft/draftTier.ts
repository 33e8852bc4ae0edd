import type { DraftEntry } from './CatalogDraft.ts'
import { prefixed } from './draftMetering.ts'
import type { WholeTier } from './expandTiers.ts'
import { plainGrounds } from './plainGrounds.ts'
import { plainName } from './plainName.ts'
import type { SlugBook } from './SlugBook.ts'
import { slugFor } from './slugFor.ts'

const MAX_LABEL = 60

/** A column of the pricing page. What is sold by talking is self-serve only where it has a price. */
export function draftTier(
  { name, read }: WholeTier,
  index: number,
  isPriced: boolean,
  productSlug: string,
  slugs: SlugBook,
): DraftEntry<'tier'> {
  const ctaLabel = plainName(read.ctaLabel ?? '', MAX_LABEL)
  const isSalesLed = read.contactSales === true
  return {
    kind: 'tier',
    slug: slugs.claim('tier', prefixed(productSlug, slugFor(name))),
    name,
    entry: {
      productId: productSlug,
      name,
      displayOrder: index + 1,
      ...(read.isPopular === true && { isPopular: true }),
      ...(read.isFree === true && { isForeverFree: true }),
      ...(isSalesLed && { isSalesLed: true }),
      ...(isSalesLed && !isPriced && { isSelfServe: false }),
      ...(ctaLabel && { ctaLabel }),
    },
    ...plainGrounds(read),
  }
}
