import type { CatalogDocument } from '@purser/contract'
import { type DraftEntry, type DraftKind, sectionOfKind } from './draft/CatalogDraft.ts'

export interface ObjectKey {
  readonly kind: DraftKind
  readonly slug: string
}

type Sections = Record<string, Record<string, unknown>>

/** Some objects of a draft as a catalog document. */
export const documentOf = (entries: readonly DraftEntry[]): CatalogDocument => adopt({}, entries)

/** What the page says of these objects takes the place of what it said of them before. */
export function adopt(
  before: CatalogDocument,
  entries: readonly DraftEntry[],
  gone: readonly ObjectKey[] = [],
): CatalogDocument {
  const after = structuredClone(before) as Sections
  for (const { kind, slug, entry } of entries) {
    after[sectionOfKind[kind]] = { ...after[sectionOfKind[kind]], [slug]: entry }
  }
  for (const { kind, slug } of gone) delete after[sectionOfKind[kind]]?.[slug]
  // Each entry is of its section, as the draft's types say.
  return after as CatalogDocument
}
