import { sql } from 'kysely'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { EndpointKey } from '../endpoints/endpoints.sql.ts'
import type { DeliveryOutcome } from './answer.core.ts'
import type { DeliveryState, DeliveryStatus } from './retry.core.ts'

/** A message without deliveries yet. */
interface PendingMessage {
  bucket: number
  environmentId: string
  id: string
  type: string
}

/**
 * Takes messages off the queue that no other worker is taking. They are not sorted, because
 * sorting a long queue for every batch would take longer than the work itself.
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

interface DeliveryKey {
  bucket: number
  environmentId: string
  id: string
}

const whereKey = ({ bucket, environmentId, id }: DeliveryKey) =>
  sql<boolean>`bucket = ${bucket} AND environment_id = ${environmentId} AND id = ${id}`

/** Locks a delivery and returns its state. */
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

/** Saves the state after an attempt and releases the lease. */
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

export interface DeliveryAttempt extends DeliveryOutcome {
  attemptedAt: Date
  durationMs: number
}

export const insertDeliveryAttempt = (
  tx: Tx,
  key: DeliveryKey,
  number: number,
  attempt: DeliveryAttempt,
) =>
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

/** Requests an attempt now, in addition to the schedule. */
export const requestDeliveryAttempt = (tx: Tx, key: DeliveryKey, now: Date) =>
  tx.updateTable('webhook_deliveries').set({ next_attempt_at: now }).where(whereKey(key)).execute()

/** Fails all pending deliveries of an endpoint and cancels requested replays. */
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

/** A delivery that this worker may send until the lease expires. */
export interface ClaimedDelivery extends DeliveryKey {
  endpointId: string
  messageId: string
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  previousSecretExpiresAt: Date | null
  kind: string
  data: unknown
  happenedAt: Date
}

interface Claim {
  now: Date
  leasedUntil: Date
  /** Claims deliveries of failing endpoints, or of all others. */
  isFailing: boolean
  limit: number
  perEndpoint: number
  /** The number of deliveries in flight, by endpoint. */
  inFlight: ReadonlyMap<string, number>
}

/**
 * Claims due deliveries, a few per endpoint. The query finds endpoints by skipping through the
 * index, so that one endpoint's backlog does not slow down the others. It visits them in random
 * order, so that none is always last.
 */
export async function claimDeliveries(db: Database, claim: Claim): Promise<ClaimedDelivery[]> {
  const { now, leasedUntil, isFailing, limit, perEndpoint } = claim
  if (limit <= 0) return []
  const busy = [...claim.inFlight]
  const { rows } = await sql<ClaimedDelivery>`
    WITH RECURSIVE waiting AS (
      (SELECT environment_id, endpoint_id FROM webhook_deliveries
       WHERE next_attempt_at IS NOT NULL
       ORDER BY environment_id, endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.environment_id, next.endpoint_id
      FROM waiting w CROSS JOIN LATERAL (
        SELECT d.environment_id, d.endpoint_id FROM webhook_deliveries d
        WHERE d.next_attempt_at IS NOT NULL
          AND (d.environment_id, d.endpoint_id) > (w.environment_id, w.endpoint_id)
        ORDER BY d.environment_id, d.endpoint_id LIMIT 1) AS next),
    busy AS (
      SELECT unnest(${arrayLiteral(busy, ([id]) => id)}::text[]) AS endpoint_id,
        unnest(${arrayLiteral(busy, ([, count]) => count)}::integer[]) AS count),
    chosen AS MATERIALIZED (
      SELECT due.bucket, due.environment_id, due.id
      FROM (
        SELECT w.environment_id, w.endpoint_id, coalesce(b.count, 0) AS under_way
        FROM waiting w
        JOIN webhook_endpoints e ON e.environment_id = w.environment_id AND e.id = w.endpoint_id
        LEFT JOIN busy b ON b.endpoint_id = w.endpoint_id
        WHERE e.status = 'enabled' AND (e.failing_since IS NOT NULL) = ${isFailing}
        ORDER BY random()) AS endpoint
      CROSS JOIN LATERAL (
        SELECT d.bucket, d.environment_id, d.id FROM webhook_deliveries d
        WHERE d.environment_id = endpoint.environment_id AND d.endpoint_id = endpoint.endpoint_id
          AND d.next_attempt_at <= ${now}::timestamptz
          AND (d.leased_until IS NULL OR d.leased_until <= ${now}::timestamptz)
        ORDER BY d.next_attempt_at
        LIMIT greatest(0, ${perEndpoint}::integer - endpoint.under_way)
        FOR UPDATE SKIP LOCKED) AS due
      LIMIT ${limit}::integer)
    UPDATE webhook_deliveries d SET leased_until = ${leasedUntil}::timestamptz
    FROM chosen c, webhook_endpoints e, outbox_messages m
    WHERE d.bucket = c.bucket AND d.environment_id = c.environment_id AND d.id = c.id
      AND e.environment_id = d.environment_id AND e.id = d.endpoint_id
      AND m.bucket = d.bucket AND m.environment_id = d.environment_id AND m.id = d.message_id
    RETURNING d.bucket, d.environment_id AS "environmentId", d.id, d.endpoint_id AS "endpointId",
      d.message_id AS "messageId", e.url, e.sealed_secret AS "sealedSecret",
      e.previous_sealed_secret AS "previousSealedSecret",
      e.previous_secret_expires_at AS "previousSecretExpiresAt",
      d.kind, m.payload AS data, m.created_at AS "happenedAt"`.execute(db)
  return rows
}
