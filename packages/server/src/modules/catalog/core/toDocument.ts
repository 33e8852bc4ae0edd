import { type CatalogDocument, type CatalogKind, sectionOf } from '@purser/contract'
import {
  type Entry,
  kindsInOrder,
  type StoredCatalog,
  shortenEntry,
  slugsOf,
} from './catalogEntry.ts'
import { byBytes } from './json.ts'

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
      .sort(([a], [b]) => byBytes(a, b))
  // The table of fields that the entries are made by is checked against the document's type.
  return Object.fromEntries(
    kindsInOrder.map((kind) => [sectionOf[kind], Object.fromEntries(entriesOf(kind))]),
  ) as CatalogDocument
}
