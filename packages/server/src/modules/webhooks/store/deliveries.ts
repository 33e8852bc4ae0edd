import { sql } from 'kysely'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DeliveryState, DeliveryStatus } from '../core/deliveryState.ts'
import type { Outcome } from '../core/judgeAnswer.ts'
import type { EndpointKey } from './endpoints.ts'

/** A message that is still to be handed out. */
export interface PendingMessage {
  bucket: number
  environmentId: string
  id: string
  type: string
}

/**
 * Takes messages off the queue, whichever nobody else is taking. In no order, since putting a long
 * queue in order for every batch would take longer than working it off.
 */
export async function takePendingMessages(tx: Tx, limit: number): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`
    WITH chosen AS MATERIALIZED (
      SELECT bucket, environment_id, id FROM outbox_pending LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    taken AS (
      DELETE FROM outbox_pending p USING chosen c
      WHERE p.bucket = c.bucket AND p.environment_id = c.environment_id AND p.id = c.id
      RETURNING p.bucket, p.environment_id, p.id)
    SELECT t.bucket, t.environment_id AS "environmentId", t.id, m.type
    FROM taken t JOIN outbox_messages m
      ON m.bucket = t.bucket AND m.environment_id = t.environment_id AND m.id = t.id`.execute(tx)
  return rows
}

interface NewDelivery {
  message: PendingMessage
  endpointId: string
}

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  const column = (of: (delivery: NewDelivery) => string | number) => arrayLiteral(deliveries, of)
  await sql`
    INSERT INTO webhook_deliveries (bucket, environment_id, id, endpoint_id, message_id, kind,
      status, attempt_count, next_attempt_at, created_at)
    SELECT unnest(${column(({ message }) => message.bucket)}::smallint[]),
      unnest(${column(({ message }) => message.environmentId)}::text[]),
      unnest(${column(({ message }) => newIdInBucket('webhookDelivery', message.bucket))}::text[]),
      unnest(${column(({ endpointId }) => endpointId)}::text[]),
      unnest(${column(({ message }) => message.id)}::text[]),
      unnest(${column(({ message }) => message.type)}::text[]),
      'pending', 0, ${now}::timestamptz, ${now}::timestamptz`.execute(tx)
}

export interface DeliveryKey {
  bucket: number
  environmentId: string
  id: string
}

const whereKey = ({ bucket, environmentId, id }: DeliveryKey) =>
  sql<boolean>`bucket = ${bucket} AND environment_id = ${environmentId} AND id = ${id}`

/** The state of a delivery, which nobody else changes until the transaction ends. */
export async function lockDelivery(tx: Tx, key: DeliveryKey): Promise<DeliveryState> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select(['status', 'attempt_count', 'first_attempt_at', 'next_attempt_at', 'delivered_at'])
    .where(whereKey(key))
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    status: row.status as DeliveryStatus,
    attemptCount: row.attempt_count,
    firstAttemptAt: row.first_attempt_at,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
  }
}

/** Saves the state after a try, and lets go of the lease. */
export const saveDelivery = (tx: Tx, key: DeliveryKey, state: DeliveryState) =>
  tx
    .updateTable('webhook_deliveries')
    .set({
      status: state.status,
      attempt_count: state.attemptCount,
      first_attempt_at: state.firstAttemptAt,
      next_attempt_at: state.nextAttemptAt,
      delivered_at: state.deliveredAt,
      leased_until: null,
    })
    .where(whereKey(key))
    .execute()

export interface Attempt extends Outcome {
  attemptedAt: Date
  durationMs: number
}

export const insertAttempt = (tx: Tx, key: DeliveryKey, number: number, attempt: Attempt) =>
  tx
    .insertInto('webhook_attempts')
    .values({
      bucket: key.bucket,
      environment_id: key.environmentId,
      delivery_id: key.id,
      number,
      attempted_at: attempt.attemptedAt,
      status_code: attempt.statusCode,
      error: attempt.error,
      duration_ms: attempt.durationMs,
    })
    .execute()

/** Asks for a try now, besides whatever the schedule says. */
export const requestAttempt = (tx: Tx, key: DeliveryKey, now: Date) =>
  tx.updateTable('webhook_deliveries').set({ next_attempt_at: now }).where(whereKey(key)).execute()

/** Ends everything that was still to be sent to an endpoint. */
export const endDeliveries = (tx: Tx, { environmentId, id }: EndpointKey) =>
  tx
    .updateTable('webhook_deliveries')
    .set({
      status: sql`CASE status WHEN 'pending' THEN 'failed' ELSE status END`,
      next_attempt_at: null,
    })
    .where('environment_id', '=', environmentId)
    .where('endpoint_id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute()
