import { type CatalogDocument, sectionOf } from '@purser/contract'
import type { CatalogDraft, DraftEntry } from './CatalogDraft.ts'

/** Entries of a draft as one catalog document. */
export function draftDocument({ entries }: Pick<CatalogDraft, 'entries'>): CatalogDocument {
  const document: CatalogDocument = {}
  for (const entry of entries) Object.assign(document, merged(document, entry))
  return document
}

const merged = (document: CatalogDocument, { kind, slug, entry }: DraftEntry): CatalogDocument => {
  const section = sectionOf[kind]
  return { [section]: { ...document[section], [slug]: entry } }
}
