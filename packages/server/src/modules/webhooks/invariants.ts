import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const webhookInvariants: readonly Invariant[] = [
  {
    name: 'a delivery belongs to a message of its environment and type',
    sql: `SELECT d.id AS broken FROM webhook_deliveries d
          LEFT JOIN outbox_messages m
            ON m.bucket = d.bucket AND m.environment_id = d.environment_id AND m.id = d.message_id
          WHERE m.id IS NULL OR m.type <> d.kind`,
  },
  {
    name: 'a message waiting for fan-out has no deliveries',
    sql: `SELECT p.id AS broken FROM outbox_pending p
          LEFT JOIN outbox_messages m
            ON m.bucket = p.bucket AND m.environment_id = p.environment_id AND m.id = p.id
          LEFT JOIN webhook_deliveries d
            ON d.bucket = p.bucket AND d.environment_id = p.environment_id AND d.message_id = p.id
          WHERE m.id IS NULL OR d.id IS NOT NULL`,
  },
  {
    name: 'a delivery has as many attempts as it counts',
    sql: `SELECT d.id AS broken FROM webhook_deliveries d
          LEFT JOIN (
            SELECT bucket, environment_id, delivery_id, count(*) AS attempts, max(number) AS last
            FROM webhook_attempts GROUP BY 1, 2, 3) a
            ON a.bucket = d.bucket AND a.environment_id = d.environment_id AND a.delivery_id = d.id
          WHERE d.attempt_count <> coalesce(a.attempts, 0) OR d.attempt_count <> coalesce(a.last, 0)`,
  },
  {
    name: 'only enabled endpoints have due deliveries',
    sql: `SELECT d.id AS broken FROM webhook_deliveries d
          JOIN webhook_endpoints e
            ON e.environment_id = d.environment_id AND e.id = d.endpoint_id
          WHERE d.next_attempt_at IS NOT NULL AND e.status <> 'enabled'`,
  },
]
