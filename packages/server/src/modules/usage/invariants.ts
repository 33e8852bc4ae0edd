import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const usageInvariants: readonly Invariant[] = [
  {
    name: 'an event deducted the credits that its ledger rows show',
    sql: `SELECT e.id AS broken, e.bucket, e.environment_id, e.account_id
          FROM usage_events e
          LEFT JOIN LATERAL (
            SELECT sum(l.amount) AS taken, count(*) AS rows,
              bool_and(l.usage_event_id = e.id AND l.type = 'DEBIT'
                AND l.reason = 'USAGE_DEDUCTION' AND l.environment_id = e.environment_id) AS own
            FROM credit_ledger l
            WHERE l.bucket = e.bucket AND l.account_id = e.account_id
              AND l.seq BETWEEN e.first_seq AND e.last_seq
          ) l ON true
          WHERE e.credits_deducted <> coalesce(l.taken, 0)
            OR (e.first_seq IS NOT NULL
              AND (NOT l.own OR l.rows <> e.last_seq - e.first_seq + 1))`,
    wallet: true,
  },
  {
    name: 'every usage deduction in the ledger belongs to an event',
    sql: `SELECT l.account_id || '/' || l.seq AS broken, l.bucket, l.environment_id, l.account_id
          FROM credit_ledger l
          LEFT JOIN usage_events e ON e.bucket = l.bucket AND e.environment_id = l.environment_id
            AND e.id = l.usage_event_id AND e.account_id = l.account_id
            AND l.seq BETWEEN e.first_seq AND e.last_seq
          WHERE l.reason = 'USAGE_DEDUCTION' AND e.id IS NULL`,
    wallet: true,
  },
  {
    name: 'a reversed event returned its credits once',
    sql: `SELECT e.id AS broken, e.bucket, e.environment_id, e.account_id
          FROM usage_events e
          JOIN (
            SELECT bucket, environment_id, usage_event_id, sum(amount) AS returned
            FROM credit_ledger WHERE reason = 'USAGE_REVERSAL' AND type = 'CREDIT'
            GROUP BY 1, 2, 3
          ) l ON l.bucket = e.bucket AND l.environment_id = e.environment_id
            AND l.usage_event_id = e.id
          WHERE e.reversed_at IS NULL OR l.returned <> e.credits_deducted
          UNION ALL
          SELECT e.id, e.bucket, e.environment_id, e.account_id
          FROM usage_events e
          WHERE e.reversed_at IS NOT NULL AND e.credits_deducted > 0 AND NOT EXISTS (
            SELECT FROM credit_ledger l WHERE l.bucket = e.bucket AND l.account_id = e.account_id
              AND l.usage_event_id = e.id AND l.reason = 'USAGE_REVERSAL')`,
    wallet: true,
  },
  {
    name: 'a daily total equals the sum of its events',
    sql: `SELECT coalesce(d.customer_id, e.customer_id) || ' ' || coalesce(d.day, e.day) || ' ' ||
            coalesce(d.event_name, e.event_name) AS broken
          FROM usage_days d
          FULL JOIN (
            SELECT bucket, environment_id, customer_id, (occurred_at AT TIME ZONE 'UTC')::date AS day,
              event_name, sum(quantity) FILTER (WHERE reversed_at IS NULL) AS total
            FROM usage_events GROUP BY 1, 2, 3, 4, 5
          ) e ON e.bucket = d.bucket AND e.environment_id = d.environment_id
            AND e.customer_id = d.customer_id AND e.day = d.day AND e.event_name = d.event_name
          WHERE d.total IS DISTINCT FROM coalesce(e.total, 0)`,
  },
  {
    name: 'a counter of a count or sum metric equals its events',
    sql: `SELECT c.customer_id || ' ' || c.metric_id || ' ' || c.span AS broken
          FROM usage_counters c
          JOIN metrics m ON m.environment_id = c.environment_id AND m.id = c.metric_id
            AND m.aggregation IN ('count', 'sum')
          LEFT JOIN (
            SELECT e.bucket, e.environment_id, e.customer_id, f->>0 AS metric_id, f->>1 AS span,
              (f->>3)::numeric AS start, sum((f->>4)::numeric) AS value
            FROM usage_events e CROSS JOIN LATERAL jsonb_array_elements(e.effects->'c') AS f
            WHERE e.reversed_at IS NULL AND jsonb_typeof(f->4) = 'string'
            GROUP BY 1, 2, 3, 4, 5, 6
          ) e ON e.bucket = c.bucket AND e.environment_id = c.environment_id
            AND e.customer_id = c.customer_id AND e.metric_id = c.metric_id AND e.span = c.span
            AND e.start = extract(epoch FROM c.period_start) * 1000
          WHERE c.value <> coalesce(e.value, 0)`,
  },
  {
    name: 'an accrual of a count or sum metric equals its events',
    sql: `SELECT a.subscription_id || ' ' || a.charge_id AS broken
          FROM usage_accruals a
          JOIN metrics m ON m.environment_id = a.environment_id AND m.id = a.metric_id
            AND m.aggregation IN ('count', 'sum')
          LEFT JOIN (
            SELECT e.bucket, e.environment_id, f->>0 AS subscription_id, f->>1 AS charge_id,
              (f->>3)::numeric AS start, sum((f->>4)::numeric) AS value
            FROM usage_events e CROSS JOIN LATERAL jsonb_array_elements(e.effects->'a') AS f
            WHERE e.reversed_at IS NULL AND jsonb_typeof(f->4) = 'string'
            GROUP BY 1, 2, 3, 4, 5
          ) e ON e.bucket = a.bucket AND e.environment_id = a.environment_id
            AND e.subscription_id = a.subscription_id AND e.charge_id = a.charge_id
            AND e.start = extract(epoch FROM a.period_start) * 1000
          WHERE a.quantity <> coalesce(e.value, 0)`,
  },
  {
    name: "usage references stay in the customer's environment and bucket",
    sql: `SELECT 'event ' || e.id AS broken FROM usage_events e
          LEFT JOIN customers c ON c.bucket = e.bucket AND c.environment_id = e.environment_id
            AND c.id = e.customer_id
          WHERE c.id IS NULL
          UNION ALL
          SELECT 'counter ' || u.customer_id || ' ' || u.metric_id FROM usage_counters u
          LEFT JOIN customers c ON c.bucket = u.bucket AND c.environment_id = u.environment_id
            AND c.id = u.customer_id
          LEFT JOIN metrics m ON m.environment_id = u.environment_id AND m.id = u.metric_id
          WHERE c.id IS NULL OR m.id IS NULL
          UNION ALL
          SELECT 'accrual ' || a.subscription_id || ' ' || a.charge_id FROM usage_accruals a
          LEFT JOIN subscriptions s ON s.bucket = a.bucket AND s.environment_id = a.environment_id
            AND s.id = a.subscription_id AND s.customer_id = a.customer_id
          LEFT JOIN plan_charges p ON p.environment_id = a.environment_id AND p.id = a.charge_id
          WHERE s.id IS NULL OR p.id IS NULL`,
  },
]
