import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'

export const DELIVER_EVENTS = 'deliverSandboxEvents'

interface StoredEvent {
  environmentId: string
  id: string
  body: string
  /** The fault that applies to the delivery. */
  effect: string | null
  dueAt: Date
  now: Date
}

export const insertEvent = (
  tx: Tx,
  { environmentId, id, body, effect, dueAt, now }: StoredEvent,
): Promise<unknown> =>
  tx
    .insertInto('sandbox_events')
    .values({
      environment_id: environmentId,
      id,
      body,
      status: effect === 'drop' ? 'dropped' : 'waiting',
      copies: effect === 'duplicate' ? 2 : 1,
      is_held_back: effect === 'reorder',
      tries: 0,
      due_at: dueAt,
      created_at: now,
    })
    .execute()

/** An event that this worker has claimed. */
export interface DueEvent {
  environmentId: string
  id: string
  body: string
  copies: number
  /** The number of this try, starting at 1. */
  tries: number
  createdAt: Date
}

/** Longer than the delivery of two copies can take. */
const CLAIM_MS = 60_000

/** An event held back by a `reorder` fault waits at most this long for a later event. */
const HELD_BACK_MS = 60 * 60 * 1000

/** Claims the oldest due event, or the given one, so that no other worker sends it. */
export async function claimEvent(
  db: Database,
  now: Date,
  only: { environmentId: string; id: string } | null,
): Promise<DueEvent | null> {
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
  const which: RawBuilder<unknown> = only
    ? sql`AND e.environment_id = ${only.environmentId} AND e.id = ${only.id}`
    : sql``
  const { rows } = await sql<{
    environment_id: string
    id: string
    body: string
    copies: number
    tries: number
    created_at: Date
  }>`
    UPDATE sandbox_events SET tries = tries + 1, taken_until = ${later(now, CLAIM_MS)}
    WHERE (environment_id, id) = (
      SELECT e.environment_id, e.id FROM sandbox_events e
      WHERE e.status = 'waiting' AND e.due_at <= ${now} ${which}
        AND (e.taken_until IS NULL OR e.taken_until <= ${now})
        AND (NOT e.is_held_back OR e.created_at <= ${later(now, -HELD_BACK_MS)} OR EXISTS (
          SELECT FROM sandbox_events sent WHERE sent.environment_id = e.environment_id
            AND sent.status = 'delivered' AND sent.number > e.number))
      ORDER BY e.number LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING environment_id, id, body, copies, tries, created_at`.execute(db)
  const [row] = rows
  return row
    ? {
        environmentId: row.environment_id,
        id: row.id,
        body: row.body,
        copies: row.copies,
        tries: row.tries,
        createdAt: row.created_at,
      }
    : null
}

/** Returns whether a worker is sending the event right now. */
export async function isClaimed(
  db: Database,
  { environmentId, id }: { environmentId: string; id: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_events')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('taken_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the claim: the event was delivered, is given up, or waits for its next try. */
export async function releaseEvent(
  tx: Tx,
  { environmentId, id }: DueEvent,
  next: { status: 'delivered' | 'given_up' } | { status: 'waiting'; due_at: Date },
): Promise<void> {
  await tx
    .updateTable('sandbox_events')
    .set({ ...next, taken_until: null })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}
