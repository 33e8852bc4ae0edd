import type { Invariant } from '../../../platform/db/invariants/checkInvariants.ts'

/**
 * Invariants between the sandbox provider's records and Purser's once all work is done. They are
 * for tests only: the product must not read the provider's tables.
 */
export const sandboxOracle: readonly Invariant[] = [
  {
    name: 'the provider charged each paid attempt once, for the recorded amount',
    sql: `SELECT coalesce(p.attempt_id, i.request_key) AS broken
          FROM (SELECT * FROM payments WHERE provider = 'sandbox' AND status = 'succeeded') p
          FULL JOIN (SELECT * FROM sandbox_intents WHERE kind = 'payment' AND status = 'succeeded') i
            ON i.environment_id = p.environment_id AND i.request_key = p.attempt_id
          WHERE i.id IS DISTINCT FROM p.provider_payment_id OR p.id IS NULL
            OR i.amount <> p.amount OR i.currency <> p.currency`,
  },
  {
    name: 'no payment is still open after it ended at the provider',
    sql: `SELECT p.attempt_id || ' is ' || i.status || ' there' AS broken FROM payments p
          JOIN sandbox_intents i ON i.environment_id = p.environment_id
            AND i.request_key = p.attempt_id AND i.kind = 'payment'
          WHERE p.status IN ('pending', 'requires_action')
            AND i.status IN ('succeeded', 'failed', 'canceled')`,
  },
  {
    name: 'the provider made each refund once, for the recorded amount',
    sql: `SELECT coalesce(r.id, s.request_key) AS broken
          FROM (SELECT * FROM refunds WHERE status = 'succeeded') r
          FULL JOIN (SELECT * FROM sandbox_refunds WHERE status = 'succeeded') s
            ON s.environment_id = r.environment_id AND s.request_key = r.id
          WHERE s.id IS DISTINCT FROM r.provider_refund_id OR r.id IS NULL OR s.amount <> r.amount`,
  },
  {
    name: "every dispute has the status and amount that the provider's bank recorded",
    sql: `SELECT s.id AS broken FROM sandbox_disputes s
          LEFT JOIN disputes d ON d.environment_id = s.environment_id
            AND d.provider_dispute_id = s.id
          WHERE d.status IS DISTINCT FROM s.status OR d.amount <> s.amount`,
  },
]
