import type { OnboardingEvent, OnboardingRun } from '@purser/contract'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { CatalogDraft } from '../draft/CatalogDraft.core.ts'
import { trackingSnippet } from '../draft/trackingSnippet.core.ts'
import type { StoredRun } from './runs.sql.ts'

/** An event of a run. The final event follows from the status. */
export type RunEvent = Exclude<OnboardingEvent, { event: 'done' }>

/** Appends events to a locked run. */
export async function appendRunEvents(
  tx: Tx,
  { environmentId, id, eventCount }: StoredRun,
  events: readonly RunEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  await tx
    .updateTable('onboarding_runs')
    .set({ event_count: eventCount + events.length, updated_at: now })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
  await sql`
    INSERT INTO onboarding_events (environment_id, run_id, number, event, data, created_at)
    SELECT ${environmentId}, ${id}, ${eventCount}::integer + added.position, added.event, added.data,
      ${now}::timestamptz
    FROM unnest(${arrayLiteral(events, ({ event }) => event)}::text[],
      ${arrayLiteral(events, ({ data }) => JSON.stringify(data))}::jsonb[])
      WITH ORDINALITY AS added (event, data, position)`.execute(tx)
}

/** Reads a run in the form of the API. */
export async function findRun(
  db: Database | Tx,
  environmentId: string,
  id: string,
): Promise<OnboardingRun | null> {
  const row = await db
    .selectFrom('onboarding_runs')
    .select(['id', 'status', 'url', 'product_id', 'draft', 'changes', 'error'])
    .select(['created_at', 'completed_at'])
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const events = await listRunEvents(db, environmentId, id, 0)
  const draft = row.draft as CatalogDraft | null
  return {
    id: row.id,
    status: row.status as OnboardingRun['status'],
    url: row.url,
    created: events.flatMap((runEvent) => (runEvent.event === 'created' ? [runEvent.data] : [])),
    skipped: events.flatMap((runEvent) => (runEvent.event === 'skipped' ? [runEvent.data] : [])),
    failed: events.flatMap((runEvent) => (runEvent.event === 'failed' ? [runEvent.data] : [])),
    productId: row.product_id,
    trackingContract: draft?.trackingContract.map((tracked) => ({ ...tracked })) ?? [],
    snippet:
      draft && draft.trackingContract.length > 0 ? trackingSnippet(draft.trackingContract) : null,
    missed: draft?.missed ?? [],
    changes: row.changes as OnboardingRun['changes'],
    error: row.error,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  }
}

export type NumberedEvent = { number: number } & Exclude<OnboardingEvent, { event: 'done' }>

/** Reads the events of a run after a number. */
export async function listRunEvents(
  db: Database | Tx,
  environmentId: string,
  runId: string,
  after: number,
): Promise<NumberedEvent[]> {
  const rows = await db
    .selectFrom('onboarding_events')
    .select(['number', 'event', 'data'])
    .where('environment_id', '=', environmentId)
    .where('run_id', '=', runId)
    .where('number', '>', after)
    .orderBy('number')
    .execute()
  // Only `appendRunEvents` writes these rows, with matching data.
  return rows as NumberedEvent[]
}
