import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const subscriptionInvariants: readonly Invariant[] = [
  {
    name: 'an add-on has the customer, anchor, period and status of its subscription',
    sql: `SELECT i.id AS broken FROM subscriptions i
          LEFT JOIN subscriptions s ON s.bucket = i.bucket AND s.environment_id = i.environment_id
            AND s.id = i.parent_id
          WHERE i.parent_id IS NOT NULL AND i.status NOT IN ('canceled', 'incomplete_expired')
            AND (s.customer_id, s.billing_anchor, s.current_period_start, s.current_period_end,
              s.status) IS DISTINCT FROM (i.customer_id, i.billing_anchor, i.current_period_start,
              i.current_period_end, i.status)`,
  },
  {
    name: 'an active billed subscription has a period, and an ended one is never due',
    sql: `SELECT id AS broken FROM subscriptions
          WHERE (due_at IS NOT NULL
              AND (parent_id IS NOT NULL OR product_id IS NULL
                OR status IN ('canceled', 'incomplete_expired')))
            OR (product_id IS NOT NULL AND status IN ('trialing', 'active', 'past_due')
              AND (current_period_start IS NULL
                OR (parent_id IS NULL AND current_period_end IS NOT NULL AND due_at IS NULL)))
            OR (parent_id IS NULL AND product_id IS NOT NULL AND status = 'incomplete'
              AND due_at IS NULL)`,
  },
  {
    name: 'the billed periods of a subscription do not overlap',
    // A change of interval cuts a period short and moves the anchor. Periods before the anchor may
    // therefore overlap, and so may a period that was cut short at the instant it started.
    sql: `SELECT i.id AS broken FROM (
            SELECT *, lead(cycle_start) OVER (
              PARTITION BY bucket, environment_id, subscription_id ORDER BY cycle_start) AS next
            FROM invoices WHERE cycle_start IS NOT NULL AND status <> 'void') AS i
          JOIN subscriptions s ON s.bucket = i.bucket AND s.environment_id = i.environment_id
            AND s.id = i.subscription_id
          WHERE i.next < i.period_end AND i.cycle_start >= s.billing_anchor
            AND NOT EXISTS (SELECT FROM invoices c WHERE c.bucket = i.bucket
              AND c.environment_id = i.environment_id AND c.customer_id = i.customer_id
              AND c.subscription_id = i.subscription_id AND c.reason = 'change'
              AND c.status <> 'void' AND c.period_start = i.cycle_start
              AND c.period_end <> i.period_end)`,
  },
  {
    name: 'credits for a charge never exceed the amount billed for it',
    sql: `SELECT l.subscription_id || '/' || l.charge_id AS broken FROM invoice_lines l
          JOIN invoices i ON i.bucket = l.bucket AND i.environment_id = l.environment_id
            AND i.id = l.invoice_id
          WHERE l.subscription_id IS NOT NULL AND l.charge_id IS NOT NULL AND i.status <> 'void'
          GROUP BY l.bucket, l.environment_id, l.subscription_id, l.charge_id
          HAVING sum(l.subtotal - l.discount) < 0`,
  },
]
