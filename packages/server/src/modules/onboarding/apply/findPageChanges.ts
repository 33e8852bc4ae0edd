import { isDeepStrictEqual } from 'node:util'
import {
  type CatalogChange,
  type CatalogDocument,
  catalogDocument,
  sectionOf,
} from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { applyCatalogDocument } from '../../catalog/index.ts'
import { type DraftEntry, draftDocument, draftKinds } from '../draft/CatalogDraft.core.ts'
import type { RunEvent } from '../run/events.sql.ts'
import type { ObjectKey } from './adopt.core.ts'
import { findCatalogObject } from './findCatalogObject.ts'

export interface PageChanges {
  /** Objects that the page now describes differently. */
  changed: DraftEntry[]
  /**
   * Slugs of changed plans that are on sale. Publishing is the merchant's decision, so it must not
   * change.
   */
  onSale: ReadonlySet<string>
  /** Objects that are no longer on the page. */
  gone: ObjectKey[]
}

/**
 * Compares a page with its state at the last adoption, for objects that are still in use. Changes
 * that the merchant made since then do not count, so reading the same page twice changes nothing.
 */
export async function comparePages(
  tx: Tx,
  environmentId: string,
  before: CatalogDocument,
  entries: readonly DraftEntry[],
): Promise<PageChanges> {
  const changed: DraftEntry[] = []
  const onSale = new Set<string>()
  for (const drafted of entries) {
    const { kind, slug, entry } = drafted
    const previous = before[sectionOf[kind]]?.[slug]
    // Undefined fields are missing after a round trip through the database.
    if (!previous || isDeepStrictEqual(previous, JSON.parse(JSON.stringify(entry)))) continue
    const stored = await findCatalogObject(tx, environmentId, kind, slug)
    if (!stored || stored.status === 'archived') continue
    changed.push(drafted)
    if (kind === 'plan' && stored.status === 'active') onSale.add(slug)
  }
  const gone: ObjectKey[] = []
  for (const kind of draftKinds) {
    for (const slug of Object.keys(before[sectionOf[kind]] ?? {})) {
      if (entries.some((drafted) => drafted.kind === kind && drafted.slug === slug)) continue
      const stored = await findCatalogObject(tx, environmentId, kind, slug)
      if (stored && stored.status !== 'archived') gone.push({ kind, slug })
    }
  }
  return { changed, onSale, gone }
}

/** Applies changes of a page to the catalog, or only lists them. */
export async function applyPageChanges(
  tx: Tx,
  scope: Scope,
  { changed, onSale, gone }: PageChanges,
  dryRun: boolean,
): Promise<CatalogChange[]> {
  const sections = Object.fromEntries(gone.map(({ kind }) => [sectionOf[kind], {}]))
  const kept = changed.map((drafted) =>
    drafted.kind === 'plan' && onSale.has(drafted.slug)
      ? { ...drafted, entry: { ...drafted.entry, status: 'active' as const } }
      : drafted,
  )
  const document = catalogDocument.parse({ ...sections, ...draftDocument({ entries: kept }) })
  const isGone = (kind: string, slug: string) =>
    gone.some((each) => each.kind === kind && each.slug === slug)
  return (await applyCatalogDocument(tx, scope, document, { dryRun, absent: isGone })).changes
}

/** Lists the changes of a page, and the changes that are impossible. */
export async function findPageChanges(
  tx: Tx,
  scope: Scope,
  before: CatalogDocument,
  entries: readonly DraftEntry[],
): Promise<{ changes: CatalogChange[]; failed: RunEvent[] }> {
  const { changed, onSale, gone } = await comparePages(tx, scope.environmentId, before, entries)
  const changes: CatalogChange[] = []
  const failed: RunEvent[] = []
  // Each change is tried separately, so that an impossible one does not hide the others.
  for (const drafted of changed) {
    try {
      changes.push(
        ...(await applyPageChanges(tx, scope, { changed: [drafted], onSale, gone: [] }, true)),
      )
    } catch (error) {
      if (!(error instanceof PurserError) || error.status >= 500) throw error
      const { kind, name } = drafted
      failed.push({ event: 'failed', data: { kind, name, error: error.message } })
    }
  }
  changes.push(...(await applyPageChanges(tx, scope, { changed: [], onSale, gone }, true)))
  return { changes, failed }
}
