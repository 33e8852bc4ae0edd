import { type CatalogDocument, sectionOf } from '@purser/contract'
import {
  type DraftEntry,
  type DraftKind,
  draftDocument,
  draftKinds,
} from '../draft/CatalogDraft.core.ts'

export interface ObjectKey {
  readonly kind: DraftKind
  readonly slug: string
}

/** Replaces the stored page state of these objects with the current state. */
export function adoptEntries(
  before: CatalogDocument,
  entries: readonly DraftEntry[],
  gone: readonly ObjectKey[] = [],
): CatalogDocument {
  const said = draftDocument({ entries: [...entries] })
  const after = draftKinds.map((kind) => {
    const section = sectionOf[kind]
    const objects = Object.entries({ ...before[section], ...said[section] }).filter(
      ([slug]) => !gone.some((each) => each.kind === kind && each.slug === slug),
    )
    return [section, Object.fromEntries(objects)]
  })
  return Object.fromEntries(after)
}
