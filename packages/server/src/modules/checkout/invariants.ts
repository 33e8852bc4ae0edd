import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const checkoutInvariants: readonly Invariant[] = [
  {
    name: 'the purchase of a completed checkout session was made',
    sql: `SELECT s.id AS broken FROM checkout_sessions s
          LEFT JOIN payments p ON p.bucket = s.bucket AND p.environment_id = s.environment_id
            AND p.id = s.payment_id
          LEFT JOIN topup_attempts t ON t.bucket = p.bucket
            AND t.environment_id = p.environment_id AND t.id = p.attempt_id
          LEFT JOIN invoices i ON i.bucket = s.bucket AND i.environment_id = s.environment_id
            AND i.id = s.invoice_id
          LEFT JOIN subscriptions u ON u.bucket = s.bucket
            AND u.environment_id = s.environment_id AND u.id = s.subscription_id
          WHERE s.status = 'completed' AND (
            (s.payment_id IS NOT NULL AND s.invoice_id IS NULL
              AND t.status IS DISTINCT FROM 'succeeded')
            OR (s.payment_id IS NOT NULL AND s.invoice_id IS NOT NULL
              AND i.status NOT IN ('paid', 'partially_refunded', 'refunded'))
            OR (s.purpose = 'subscription'
              AND (u.id IS NULL OR u.status = 'incomplete_expired'
                OR (u.status = 'incomplete' AND u.starts_at IS NULL))))`,
  },
  {
    name: 'a checkout session and its purchase belong to one customer',
    sql: `SELECT s.id AS broken FROM checkout_sessions s
          LEFT JOIN payments p ON p.bucket = s.bucket AND p.environment_id = s.environment_id
            AND p.id = s.payment_id AND p.customer_id = s.customer_id
          LEFT JOIN invoices i ON i.bucket = s.bucket AND i.environment_id = s.environment_id
            AND i.id = s.invoice_id AND i.customer_id = s.customer_id
          LEFT JOIN subscriptions u ON u.bucket = s.bucket AND u.environment_id = s.environment_id
            AND u.id = s.subscription_id AND u.customer_id = s.customer_id
          WHERE (s.payment_id IS NOT NULL AND p.id IS NULL)
            OR (s.invoice_id IS NOT NULL AND i.id IS NULL)
            OR (s.subscription_id IS NOT NULL AND u.id IS NULL)`,
  },
]
