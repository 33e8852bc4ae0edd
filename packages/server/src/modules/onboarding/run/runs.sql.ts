import type { CatalogChange, CatalogDocument } from '@purser/contract'
import { sql } from 'kysely'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { CatalogDraft } from '../draft/CatalogDraft.core.ts'
import { checkMove, isRunEnded, type RunStatus } from './runState.core.ts'

/**
 * After this time without a change, another server may continue the run. It is longer than the
 * limits of the longest step together: loading the reader, reading the page and asking a model.
 */
const LEASE_MS = 240_000

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

export interface RunKey {
  readonly environmentId: string
  readonly id: string
}

export interface StoredRun extends RunKey {
  url: string
  status: RunStatus
  draft: CatalogDraft | null
  /** The state of the page for each object that was created from it. */
  adopted: CatalogDocument
  attemptCount: number
  eventCount: number
}

const COLUMNS = [
  'environment_id',
  'id',
  'url',
  'status',
  'draft',
  'adopted',
  'attempt_count',
  'event_count',
] as const

interface Row {
  environment_id: string
  id: string
  url: string
  status: string
  draft: unknown
  adopted: unknown
  attempt_count: number
  event_count: number
}

const toRun = (row: Row): StoredRun => ({
  environmentId: row.environment_id,
  id: row.id,
  url: row.url,
  status: row.status as RunStatus,
  draft: row.draft as CatalogDraft | null,
  adopted: row.adopted as CatalogDocument,
  attemptCount: row.attempt_count,
  eventCount: row.event_count,
})

export async function insertRun(
  tx: Tx,
  { environmentId, now }: Scope,
  url: string,
): Promise<RunKey> {
  const id = newId('onboardingRun')
  await tx
    .insertInto('onboarding_runs')
    .values({
      environment_id: environmentId,
      id,
      url,
      status: 'queued',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { environmentId, id }
}

/** Claims the oldest open run that has no lease, or whose lease has expired. */
export async function claimRun(db: Database, now: Date): Promise<StoredRun | null> {
  const row = await db
    .updateTable('onboarding_runs')
    .set((eb) => ({ leased_until: leaseFrom(now), attempt_count: eb('attempt_count', '+', 1) }))
    .where(
      sql<boolean>`(environment_id, id) = (
        SELECT environment_id, id FROM onboarding_runs
        WHERE completed_at IS NULL AND (leased_until IS NULL OR leased_until < ${now})
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toRun(row) : null
}

/** Lets any worker claim the run after `from`, unless another worker has taken it over. */
export async function returnRun(
  db: Database,
  { environmentId, id, attemptCount }: StoredRun,
  from: Date,
): Promise<void> {
  await db
    .updateTable('onboarding_runs')
    .set({ leased_until: from })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('attempt_count', '=', attemptCount)
    .where('completed_at', 'is', null)
    .execute()
}

/** Locks a run until the transaction ends. Null if it does not exist. */
export async function lockRun(tx: Tx, { environmentId, id }: RunKey): Promise<StoredRun | null> {
  const row = await tx
    .selectFrom('onboarding_runs')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toRun(row) : null
}

interface RunPatch {
  status?: RunStatus
  error?: string
  draft?: CatalogDraft
  adopted?: CatalogDocument
  changes?: readonly CatalogChange[]
  productId?: string | null
}

/** Updates a locked run. A worker that makes progress keeps its lease. */
export async function patchRun(
  tx: Tx,
  { environmentId, id, status }: StoredRun,
  { draft, adopted, changes, productId, ...patch }: RunPatch,
  now: Date,
): Promise<void> {
  if (patch.status) checkMove(status, patch.status)
  const next = patch.status ?? status
  const isOver = isRunEnded(next)
  await tx
    .updateTable('onboarding_runs')
    .set({
      ...patch,
      ...(draft && { draft: json(draft), product_slug: draft.productSlug }),
      ...(adopted && { adopted: json(adopted) }),
      ...(changes && { changes: json(changes) }),
      ...(productId !== undefined && { product_id: productId }),
      ...(isOver && next !== status && { completed_at: now }),
      leased_until: isOver ? null : leaseFrom(now),
      updated_at: now,
    })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
}

/** The last completed run of a product, or null. */
export async function findLastCompleted(
  tx: Tx,
  environmentId: string,
  productSlug: string,
): Promise<StoredRun | null> {
  const row = await tx
    .selectFrom('onboarding_runs')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('product_slug', '=', productSlug)
    .where('status', '=', 'completed')
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toRun(row) : null
}
