import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DeliveryKey } from './deliveries.ts'

/** A delivery that is ours to send until its lease runs out. */
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

export interface Claim {
  now: Date
  leasedUntil: Date
  /** Of endpoints that fail, or of all others. */
  isFailing: boolean
  limit: number
  perEndpoint: number
  /** How many are under way already, by endpoint. */
  inFlight: ReadonlyMap<string, number>
}

/**
 * Takes what is due, a few of each endpoint. Endpoints with something to send are found by jumping
 * from one to the next in the index, so that a backlog of one costs the others nothing, and come in
 * any order, so that none is always last.
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
