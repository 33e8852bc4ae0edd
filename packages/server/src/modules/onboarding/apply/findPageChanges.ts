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
import { findStored } from './findStored.ts'

export interface PageChanges {
  /** Objects of which the page says something else than before. */
  changed: DraftEntry[]
  /** Slugs of those plans among them that are on sale, which is the merchant's word and no page's. */
  onSale: ReadonlySet<string>
  /** Objects that the page does not have any more. */
  gone: ObjectKey[]
}

/**
 * What a page says otherwise than when it was adopted, of objects that are still in use. What the
 * merchant has made of them since does not count: that the same page is read again changes nothing.
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
    const known = before[sectionOf[kind]]?.[slug]
    // As it comes back out of the database, where what is undefined is not there.
    if (!known || isDeepStrictEqual(known, JSON.parse(JSON.stringify(entry)))) continue
    const stored = await findStored(tx, environmentId, kind, slug)
    if (!stored || stored.status === 'archived') continue
    changed.push(drafted)
    if (kind === 'plan' && stored.status === 'active') onSale.add(slug)
  }
  const gone: ObjectKey[] = []
  for (const kind of draftKinds) {
    for (const slug of Object.keys(before[sectionOf[kind]] ?? {})) {
      if (entries.some((drafted) => drafted.kind === kind && drafted.slug === slug)) continue
      const stored = await findStored(tx, environmentId, kind, slug)
      if (stored && stored.status !== 'archived') gone.push({ kind, slug })
    }
  }
  return { changed, onSale, gone }
}

/** Does to the catalog what the page says otherwise, or only says what that would be. */
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

/** What is to be told of a page that has changed: each change, and those that cannot be made. */
export async function findPageChanges(
  tx: Tx,
  scope: Scope,
  before: CatalogDocument,
  entries: readonly DraftEntry[],
): Promise<{ changes: CatalogChange[]; failed: RunEvent[] }> {
  const { changed, onSale, gone } = await comparePages(tx, scope.environmentId, before, entries)
  const changes: CatalogChange[] = []
  const failed: RunEvent[] = []
  // One by one, so that one that cannot be made does not hide the others.
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
