import { type CatalogDocument, type CatalogKind, sectionOf } from '@purser/contract'
import {
  type CatalogEntry,
  kindsInOrder,
  referencesOf,
  type StoredCatalog,
  shortenEntry,
  slugsOf,
} from './catalogEntry.core.ts'
import { compareBytes } from './json.core.ts'

/** The key of an object in a document: its slug, or the code of a coupon. */
export const keyOf = (stored: { slug: string } | { code: string }): string =>
  'slug' in stored ? stored.slug : stored.code

/**
 * Renders the catalog as a document without archived objects. Each object becomes the shortest body
 * that would create it. Environments with the same catalog get identical bytes.
 */
export function toDocument(stored: StoredCatalog): CatalogDocument {
  const slugOf = slugsOf(stored)
  const entriesOf = (kind: CatalogKind): [string, CatalogEntry][] =>
    stored[sectionOf[kind]]
      .filter(({ status }) => status !== 'archived')
      .map((object): [string, CatalogEntry] => [keyOf(object), shortenEntry(kind, object, slugOf)])
      .sort(([a], [b]) => compareBytes(a, b))
  // `fieldsOf`, which produces the entries, is checked against the type of the document.
  return Object.fromEntries(
    kindsInOrder.map((kind) => [sectionOf[kind], Object.fromEntries(entriesOf(kind))]),
  ) as CatalogDocument
}

/**
 * The references through which an entry belongs to another object. All other references only use
 * it.
 */
const owningReferences: ReadonlySet<string> = new Set([
  'tier productId',
  'plan productId',
  'creditPackage tierId',
])

/**
 * Selects one product: its tiers, its plans, the packages of its tiers, and everything that these
 * refer to. Packages without a tier are selected if the plans grant or spend their credits, because
 * the pricing page of the product shows them.
 */
export function selectProduct(document: CatalogDocument, productSlug: string): CatalogDocument {
  const entriesOf = (kind: CatalogKind): [string, CatalogEntry][] =>
    Object.entries(document[sectionOf[kind]] ?? {})
  const selected = new Map<CatalogKind, Set<string>>(kindsInOrder.map((kind) => [kind, new Set()]))
  const has = (kind: CatalogKind, key: string) => selected.get(kind)?.has(key) === true
  selected.get('product')?.add(productSlug)

  for (const kind of kindsInOrder) {
    for (const [key, entry] of entriesOf(kind)) {
      const belongs = referencesOf(entry).some(
        (reference) =>
          owningReferences.has(`${kind} ${reference.path}`) && has(reference.kind, reference.to),
      )
      if (belongs) selected.get(kind)?.add(key)
    }
  }
  // In reverse order, because an entry comes after the entries that it refers to.
  for (const kind of kindsInOrder.toReversed()) {
    for (const [key, entry] of entriesOf(kind)) {
      if (!has(kind, key)) continue
      for (const reference of referencesOf(entry)) selected.get(reference.kind)?.add(reference.to)
    }
  }
  for (const [key, { tierId, creditCurrencyId }] of entriesOf('creditPackage')) {
    if (!tierId && has('creditCurrency', String(creditCurrencyId))) {
      selected.get('creditPackage')?.add(key)
    }
  }
  return Object.fromEntries(
    kindsInOrder.map((kind) => [
      sectionOf[kind],
      Object.fromEntries(entriesOf(kind).filter(([key]) => has(kind, key))),
    ]),
  ) as CatalogDocument
}
