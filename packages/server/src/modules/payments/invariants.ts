import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'a default payment method belongs to its customer and is not detached',
    sql: `SELECT c.id || ' has the default ' || c.default_payment_method_id AS broken
          FROM customers c
          LEFT JOIN payment_methods m ON m.bucket = c.bucket AND m.environment_id = c.environment_id
            AND m.customer_id = c.id AND m.id = c.default_payment_method_id
          WHERE c.default_payment_method_id IS NOT NULL
            AND (m.id IS NULL OR m.status = 'detached')`,
  },
  {
    name: 'the provider is notified of every detached payment method and no other',
    sql: `SELECT id AS broken FROM payment_methods
          WHERE (status = 'detached' AND detached_at_provider_at IS NULL AND detach_due_at IS NULL)
            OR (status <> 'detached' AND detached_at_provider_at IS NOT NULL)`,
  },
  {
    name: 'a customer id at a provider belongs to one customer',
    sql: `SELECT provider || ' ' || provider_customer_id AS broken FROM provider_customers
          GROUP BY environment_id, provider, provider_customer_id HAVING count(*) > 1`,
  },
  {
    name: 'a payment refers only to its own customer and environment',
    sql: `SELECT p.id || ' was paid with ' || p.payment_method_id AS broken
          FROM payments p
          LEFT JOIN payment_methods m ON m.bucket = p.bucket AND m.environment_id = p.environment_id
            AND m.customer_id = p.customer_id AND m.id = p.payment_method_id
          WHERE p.payment_method_id IS NOT NULL AND m.id IS NULL`,
  },
  {
    name: "a payment's refunded amount equals its refunds and never exceeds the payment",
    sql: `SELECT p.id || ' refunded ' || p.amount_refunded AS broken FROM payments p
          LEFT JOIN (SELECT bucket, environment_id, payment_id, sum(amount) AS amount FROM refunds
            WHERE status <> 'failed' GROUP BY bucket, environment_id, payment_id) r
            ON r.bucket = p.bucket AND r.environment_id = p.environment_id AND r.payment_id = p.id
          WHERE p.amount_refunded <> coalesce(r.amount, 0) OR p.amount_refunded > p.amount`,
  },
  {
    name: 'a refund takes only credits that its payment bought',
    sql: `SELECT r.id || ' took credits from ' || r.grant_id AS broken FROM refunds r
          JOIN payments p ON p.bucket = r.bucket AND p.environment_id = r.environment_id
            AND p.id = r.payment_id
          LEFT JOIN credit_grants g ON g.bucket = r.bucket AND g.environment_id = r.environment_id
            AND g.id = r.grant_id
          WHERE (r.grant_id IS NOT NULL AND g.topup_attempt_id IS DISTINCT FROM p.attempt_id)
            OR (r.grant_id IS NULL AND r.credits_taken > 0)`,
  },
  {
    name: 'an attempt has one payment, and a payment id at a provider belongs to one payment',
    sql: `SELECT attempt_id AS broken FROM payments
          GROUP BY environment_id, attempt_id HAVING count(*) > 1
          UNION ALL
          SELECT provider || ' ' || provider_payment_id FROM payments
          WHERE provider_payment_id IS NOT NULL
          GROUP BY environment_id, provider, provider_payment_id HAVING count(*) > 1`,
  },
  {
    name: 'a succeeded payment has an id at its provider, and only succeeded payments are refunded',
    sql: `SELECT id || ' is ' || status AS broken FROM payments
          WHERE (status = 'succeeded' AND (provider_payment_id IS NULL) <> (provider = 'external'))
            OR (status <> 'succeeded' AND amount_refunded > 0)`,
  },
]
