import type { DraftEntry } from './CatalogDraft.core.ts'
import { prefixed } from './draftMetering.core.ts'
import type { WholeTier } from './expandTiers.core.ts'
import { plainGrounds, plainName, type SlugBook } from './names.core.ts'
import { slugFor } from './slugFor.core.ts'

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
