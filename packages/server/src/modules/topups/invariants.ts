import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const topUpInvariants: readonly Invariant[] = [
  {
    name: 'a wallet stores the threshold of its auto-top-up rule if and only if the rule is enabled',
    sql: `SELECT a.id AS broken FROM credit_accounts a
          LEFT JOIN auto_topup_rules r ON r.bucket = a.bucket
            AND r.environment_id = a.environment_id AND r.account_id = a.id AND r.enabled
          WHERE a.topup_threshold IS DISTINCT FROM r.threshold`,
  },
  {
    name: 'a succeeded top-up has one grant with the purchased credits, and no other top-up has a grant',
    sql: `SELECT coalesce(t.id, g.topup_attempt_id) AS broken FROM topup_attempts t
          FULL JOIN (SELECT * FROM credit_grants WHERE topup_attempt_id IS NOT NULL) g
            ON g.bucket = t.bucket AND g.environment_id = t.environment_id
            AND g.topup_attempt_id = t.id
          WHERE (t.status IS NOT DISTINCT FROM 'succeeded') <> (g.id IS NOT NULL)
            OR (g.id IS NOT NULL AND (g.id, g.account_id, g.amount)
              IS DISTINCT FROM (t.grant_id, t.account_id, t.amount))`,
  },
  {
    name: 'a top-up has the outcome of its payment, and its price is either paid or owed',
    sql: `SELECT t.id AS broken FROM topup_attempts t
          JOIN credit_accounts a ON a.bucket = t.bucket AND a.environment_id = t.environment_id
            AND a.id = t.account_id
          LEFT JOIN payments p ON p.bucket = t.bucket AND p.environment_id = t.environment_id
            AND p.attempt_id = t.id
          LEFT JOIN pending_invoice_lines l ON l.bucket = t.bucket
            AND l.environment_id = t.environment_id AND l.source = t.id
          WHERE p.id IS DISTINCT FROM t.payment_id
            OR (p.id IS NOT NULL AND (p.amount, p.currency, p.customer_id)
              IS DISTINCT FROM (t.charge_amount, t.charge_currency, a.customer_id))
            OR (l.id IS NOT NULL AND (l.amount, l.currency, l.customer_id)
              IS DISTINCT FROM (t.charge_amount, t.charge_currency, a.customer_id))
            OR (p.status IN ('pending', 'requires_action')) <> (t.status = 'pending')
            OR (p.status IN ('failed', 'canceled') AND t.status <> 'failed')
            OR (p.status = 'succeeded' AND t.status <> 'succeeded'
              AND p.amount_refunded < p.amount)
            OR (t.status = 'succeeded'
              AND num_nonnulls(p.id, l.id) IS DISTINCT FROM (t.charge_amount > 0)::int)
            OR (t.status <> 'succeeded' AND l.id IS NOT NULL)
            OR (t.status = 'pending' AND t.trigger_source = 'manual' AND p.id IS NULL)
          UNION ALL
          SELECT p.id FROM payments p
          LEFT JOIN topup_attempts t ON t.bucket = p.bucket
            AND t.environment_id = p.environment_id AND t.id = p.attempt_id
          WHERE p.purpose = 'topup' AND t.id IS NULL`,
  },
]
