import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { enqueue } from '../../../../../platform/jobs/enqueue.ts'
import { takeFault } from '../faults/faults.sql.ts'
import type { Intent } from '../payments/intents.sql.ts'
import { sandboxId } from '../sandboxId.core.ts'
import type { SandboxEventData, SandboxEventType } from './webhook.core.ts'

export const DELIVER_EVENTS = 'deliverSandboxEvents'

interface NewEvent {
  environmentId: string
  /** Whom it concerns: a fault may be set for one customer. */
  ownerId: string
  type: SandboxEventType
  data: SandboxEventData
  now: Date
}

/** Leaves word to be delivered, in the transaction of what it tells of; returns its id. */
export async function recordEvent(
  tx: Tx,
  { environmentId, ownerId, type, data, now }: NewEvent,
): Promise<string> {
  const id = sandboxId('event')
  const fault = await takeFault(tx, environmentId, 'webhook', ownerId)
  const delayMs = fault?.effect === 'delay' ? fault.delayMs : 0
  await tx
    .insertInto('sandbox_events')
    .values({
      environment_id: environmentId,
      id,
      body: JSON.stringify({ id, type, createdAt: now.toISOString(), data }),
      status: fault?.effect === 'drop' ? 'dropped' : 'waiting',
      copies: fault?.effect === 'duplicate' ? 2 : 1,
      is_held_back: fault?.effect === 'reorder',
      tries: 0,
      due_at: new Date(now.getTime() + delayMs),
      created_at: now,
    })
    .execute()
  await enqueue(tx, { task: DELIVER_EVENTS, payload: {}, key: id })
  return id
}

const PAYMENT_EVENTS: Readonly<Record<Intent['status'], SandboxEventType>> = {
  requires_method: 'payment_intent.payment_failed',
  failed: 'payment_intent.payment_failed',
  requires_challenge: 'payment_intent.requires_action',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
}

/** Tells how a payment stands now; of a setup, only the method that it saved. */
export async function recordIntentEvents(tx: Tx, intent: Intent, now: Date): Promise<string[]> {
  const { environmentId, ownerId, id, requestKey, methodId, status } = intent
  const event = { environmentId, ownerId, now }
  if (intent.kind === 'payment') {
    const data = { id, requestKey }
    return [await recordEvent(tx, { ...event, type: PAYMENT_EVENTS[status], data })]
  }
  if (status !== 'succeeded' || methodId === null) return []
  const data = { id: methodId, requestKey }
  return [await recordEvent(tx, { ...event, type: 'setup_intent.succeeded', data })]
}

/** An event in hand, to be sent. */
export interface DueEvent {
  environmentId: string
  id: string
  body: string
  copies: number
  /** Which try this is, from 1. */
  tries: number
  createdAt: Date
}

/** Longer than a delivery takes, both copies of it. */
const CLAIM_MS = 60_000

/** Who holds an event back waits for a later one, but not for ever: it must not be lost. */
const HELD_BACK_MS = 60 * 60 * 1000

/** Takes the oldest event that is due, or the one named, so that nobody else sends it meanwhile. */
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

/** Whether somebody is sending an event right now. */
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

/** Lets go of an event: it has arrived, is given up, or is to be tried again. */
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
