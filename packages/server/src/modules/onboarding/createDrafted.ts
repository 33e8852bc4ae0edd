import { type CatalogKind, catalogDocument, type Problem } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withSavepoint } from '../../platform/db/withSavepoint.ts'
import { applyCatalogDocument } from '../catalog/index.ts'

import type { DraftEntry } from './core/draft/CatalogDraft.ts'
import { draftDocument } from './core/draft/draftDocument.ts'
import { findStored } from './findStored.ts'
import type { RunEvent } from './store/events.ts'

/** Creates one object of a draft, unless it is there already, and says what became of it. */
export async function createDrafted(tx: Tx, scope: Scope, drafted: DraftEntry): Promise<RunEvent> {
  const { kind, slug, name, confidence, evidence } = drafted
  const failed = (error: string): RunEvent => ({ event: 'failed', data: { kind, name, error } })
  const parsed = catalogDocument.safeParse(draftDocument({ entries: [drafted] }))
  if (!parsed.success) return failed(parsed.error.issues.map(({ message }) => message).join('; '))
  try {
    const { changes } = await withSavepoint(tx, () =>
      applyCatalogDocument(tx, scope, parsed.data, { absent: 'keep', present: 'keep' }),
    )
    const stored = await findStored(tx, scope.environmentId, kind, slug)
    invariant(stored, `the ${kind} ${slug} is there`)
    const data = { kind, id: stored.id, slug, name, confidence, evidence }
    return changes.length > 0
      ? { event: 'created', data }
      : { event: 'skipped', data: { ...data, reason: 'already_exists' } }
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error
    return failed(reasonOf(error, kind))
  }
}

function reasonOf({ message, details }: PurserError, kind: CatalogKind): string {
  const problems: Problem[] = Array.isArray(details) ? details : []
  // A path begins with the section and the slug, which the merchant knows already.
  const told = problems.map(({ path, message: what }) => {
    const inside = path.split('.').slice(2).join('.')
    return inside === '' ? `the ${kind} ${what}` : `${inside} ${what}`
  })
  return told.length > 0 ? told.join('; ') : message
}
