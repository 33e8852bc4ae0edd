import type { DraftEntry } from './CatalogDraft.core.ts'
import { prefixSlug } from './draftMetering.core.ts'
import type { WholeTier } from './expandTiers.core.ts'
import { capitalizeName, plainGrounds, plainName, type SlugBook } from './names.core.ts'
import { slugFor } from './slugFor.core.ts'

const MAX_URL = 2_000
/** Second-level domains under which names are registered, as in acme.co.uk. */
const SECOND_LEVEL = new Set(['co', 'com', 'net', 'org', 'ac', 'gov', 'edu', 'or', 'ne'])

/** Drafts the product, named after the page or else after its address. */
export function draftProduct(product: string | null, url: string): DraftEntry<'product'> {
  const said = plainName(product ?? '')
  const name = said || hostName(url) || 'Product'
  return {
    kind: 'product',
    // Short, because the slugs of tiers and plans begin with it.
    slug: shortSlug(slugFor(name)),
    name,
    entry: {
      name,
      ...(url.isWellFormed() &&
        url.length <= MAX_URL && { metadata: { pricingPage: url.replaceAll('\0', '') } }),
    },
    confidence: said ? 0.9 : 0.4,
    evidence: said || null,
  }
}

const MAX_SLUG = 30

/** Cuts a slug at a word boundary. */
const shortSlug = (slug: string): string =>
  slug.length <= MAX_SLUG
    ? slug
    : (/^.*(?=-)/.exec(slug.slice(0, MAX_SLUG + 1))?.[0] ?? slug.slice(0, MAX_SLUG))

function hostName(url: string): string {
  if (!URL.canParse(url)) return ''
  const labels = new URL(url).hostname.split('.')
  const siteLabels = labels.slice(0, -1).filter((label) => !SECOND_LEVEL.has(label))
  const label = siteLabels.at(-1) ?? ''
  return /[a-z]/.test(label) ? capitalizeName(plainName(label.replace(/-/g, ' '))) : ''
}

const MAX_LABEL = 60

/** Drafts a tier. A tier that is sold by contacting sales is self-serve only if it has a price. */
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
    slug: slugs.claim('tier', prefixSlug(productSlug, slugFor(name))),
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
