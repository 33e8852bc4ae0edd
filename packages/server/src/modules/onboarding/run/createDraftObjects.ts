import { type CatalogKind, catalogDocument, type Problem } from '@purser/contract'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withSavepoint } from '../../../platform/db/withSavepoint.ts'
import { applyCatalogDocument } from '../../catalog/index.ts'
import { findCatalogObject } from '../apply/findCatalogObject.ts'
import { type DraftEntry, draftDocument } from '../draft/CatalogDraft.core.ts'
import type { RunEvent } from './events.sql.ts'

/**
 * Creates objects of a draft unless they exist, and returns one event per object. All objects are
 * tried together, which is fast. If that fails, each is tried separately.
 */
export async function createDraftObjects(
  tx: Tx,
  scope: Scope,
  entries: readonly DraftEntry[],
): Promise<RunEvent[]> {
  try {
    const created = await withSavepoint(tx, () => createTogether(tx, scope, entries))
    const events: RunEvent[] = []
    for (const drafted of entries) events.push(await eventOf(tx, scope, drafted, created))
    return events
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error
    const [only, ...others] = entries
    if (only && others.length === 0) {
      const { kind, name } = only
      return [{ event: 'failed', data: { kind, name, error: reasonOf(error, kind) } }]
    }
    const events: RunEvent[] = []
    for (const drafted of entries) events.push(...(await createDraftObjects(tx, scope, [drafted])))
    return events
  }
}

/** The created objects, by kind and slug. */
async function createTogether(
  tx: Tx,
  scope: Scope,
  entries: readonly DraftEntry[],
): Promise<Set<string>> {
  const parsed = catalogDocument.safeParse(draftDocument({ entries: [...entries] }))
  if (!parsed.success) {
    throw invalidRequest(
      parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    )
  }
  const options = { absent: 'keep', present: 'keep' } as const
  const { changes } = await applyCatalogDocument(tx, scope, parsed.data, options)
  return new Set(changes.map(({ kind, slug }) => `${kind} ${slug}`))
}

async function eventOf(
  tx: Tx,
  { environmentId }: Scope,
  { kind, slug, name, confidence, evidence }: DraftEntry,
  created: ReadonlySet<string>,
): Promise<RunEvent> {
  const stored = await findCatalogObject(tx, environmentId, kind, slug)
  invariant(stored, `the ${kind} ${slug} was created`)
  const data = { kind, id: stored.id, slug, name, confidence, evidence }
  return created.has(`${kind} ${slug}`)
    ? { event: 'created', data }
    : { event: 'skipped', data: { ...data, reason: 'already_exists' } }
}

function reasonOf({ message, details }: PurserError, kind: CatalogKind): string {
  const problems: Problem[] = Array.isArray(details) ? details : []
  // A path begins with the section and the slug, which the merchant already knows.
  const reasons = problems.map(({ path, message: what }) => {
    const inside = path.split('.').slice(2).join('.')
    return inside === '' ? `the ${kind} ${what}` : `${inside} ${what}`
  })
  return reasons.length > 0 ? reasons.join('; ') : message
}
