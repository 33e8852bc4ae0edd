import { type CatalogDocument, type CatalogKind, sectionOf } from '@purser/contract'
import {
  type Entry,
  kindsInOrder,
  referencesOf,
  type StoredCatalog,
  shortenEntry,
  slugsOf,
} from './catalogEntry.core.ts'
import { compareBytes } from './json.core.ts'

/** What names an object in a document: its slug, or a coupon's code. */
export const keyOf = (stored: { slug: string } | { code: string }): string =>
  'slug' in stored ? stored.slug : stored.code

/**
 * The catalog as one document: all that is not archived, each object as the shortest body that
 * would create it. Two environments with the same catalog give the same bytes.
 */
export function toDocument(stored: StoredCatalog): CatalogDocument {
  const slugOf = slugsOf(stored)
  const entriesOf = (kind: CatalogKind): [string, Entry][] =>
    stored[sectionOf[kind]]
      .filter(({ status }) => status !== 'archived')
      .map((object): [string, Entry] => [keyOf(object), shortenEntry(kind, object, slugOf)])
      .sort(([a], [b]) => compareBytes(a, b))
  // The table of fields that the entries are made by is checked against the document's type.
  return Object.fromEntries(
    kindsInOrder.map((kind) => [sectionOf[kind], Object.fromEntries(entriesOf(kind))]),
  ) as CatalogDocument
}

/** Whether an entry is part of what it refers to, or merely makes use of it. */
const owningReferences: ReadonlySet<string> = new Set([
  'tier productId',
  'plan productId',
  'creditPackage tierId',
])

/**
 * One product's part of a document: its tiers, its plans and the packages of its tiers, all that
 * these refer to, and the packages without a tier of the credits that they grant or spend, which its
 * price list shows as well.
 */
export function selectProduct(document: CatalogDocument, productSlug: string): CatalogDocument {
  const entriesOf = (kind: CatalogKind): [string, Entry][] =>
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
  // Against the order, since what an entry refers to always comes before it.
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
