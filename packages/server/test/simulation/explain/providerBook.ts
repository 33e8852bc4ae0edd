import type pg from 'pg'

interface Check {
  readonly problem: string
  readonly sql: string
}

const OF_ATTEMPT = 'p.environment_id = i.environment_id AND p.attempt_id = i.request_key'
const OF_REFUND = 'r.environment_id = s.environment_id AND r.id = s.request_key'

/**
 * Rules that the provider's book and Purser's records satisfy at any moment, even if messages are
 * lost.
 */
const ALWAYS: readonly Check[] = [
  {
    problem: 'the provider received a charge that no attempt requested',
    sql: `SELECT i.request_key AS broken FROM sandbox_intents i
          LEFT JOIN payments p ON ${OF_ATTEMPT}
          WHERE i.kind = 'payment' AND (p.id IS NULL OR p.amount <> i.amount
            OR p.currency <> i.currency)`,
  },
  {
    problem: 'a payment has a different outcome at the provider',
    sql: `SELECT p.id AS broken FROM payments p
          LEFT JOIN sandbox_intents i ON ${OF_ATTEMPT} AND i.kind = 'payment'
          WHERE (p.status = 'succeeded' AND p.provider <> 'external'
              AND i.status IS DISTINCT FROM 'succeeded')
            OR (p.status IN ('failed', 'canceled') AND i.status = 'succeeded')`,
  },
  {
    problem: 'the provider made a refund that Purser did not request',
    sql: `SELECT s.request_key AS broken FROM sandbox_refunds s
          LEFT JOIN refunds r ON ${OF_REFUND}
          WHERE r.id IS NULL OR r.amount <> s.amount OR (r.status = 'failed' AND s.status <> 'failed')`,
  },
  {
    problem: 'a successful refund is unknown to the provider',
    sql: `SELECT r.id AS broken FROM refunds r
          LEFT JOIN sandbox_refunds s ON ${OF_REFUND} AND s.status = 'succeeded'
          WHERE r.status = 'succeeded' AND s.id IS NULL`,
  },
  {
    problem: "a payment's refunded amount differs from the sum of its refunds",
    sql: `SELECT p.id AS broken FROM payments p
          WHERE p.amount_refunded <> (SELECT coalesce(sum(r.amount), 0) FROM refunds r
            WHERE r.bucket = p.bucket AND r.payment_id = p.id AND r.status <> 'failed')`,
  },
  {
    problem: "an invoice's paid amount differs from the sum of its payments",
    sql: `SELECT i.id AS broken FROM invoices i
          WHERE i.amount_paid <> (SELECT coalesce(sum(p.amount - (
                SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.bucket = p.bucket
                  AND r.payment_id = p.id AND r.credit_note_id IS NULL AND r.status <> 'failed')), 0)
              FROM payments p WHERE p.bucket = i.bucket AND p.invoice_id = i.id
                AND p.status = 'succeeded')
            OR (i.status IN ('paid', 'partially_refunded', 'refunded'))
              <> (i.amount_paid = i.amount_due AND i.status <> 'void')`,
  },
  {
    problem: "an invoice's credited amount differs from the sum of its credit notes",
    sql: `SELECT i.id AS broken FROM invoices i
          WHERE i.total - i.amount_due + i.amount_refunded <> (SELECT coalesce(sum(n.amount), 0)
            FROM credit_notes n WHERE n.bucket = i.bucket AND n.invoice_id = i.id)`,
  },
  {
    problem: 'a credit note refunded more than its amount',
    sql: `SELECT n.id AS broken FROM credit_notes n
          WHERE n.amount < (SELECT coalesce(sum(r.amount), 0) FROM refunds r
            WHERE r.bucket = n.bucket AND r.credit_note_id = n.id)`,
  },
  {
    problem: 'the provider charged more than the total of an invoice',
    sql: `SELECT o.id AS broken FROM invoices o
          WHERE o.amount_due < (SELECT coalesce(sum(i.amount - p.amount_refunded), 0)
            FROM payments p JOIN sandbox_intents i ON ${OF_ATTEMPT} AND i.status = 'succeeded'
            WHERE p.bucket = o.bucket AND p.invoice_id = o.id)
            AND o.status <> 'void'`,
  },
  {
    problem: 'a period was billed twice',
    sql: `SELECT min(id) AS broken FROM invoices
          WHERE cycle_start IS NOT NULL AND status <> 'void'
          GROUP BY bucket, subscription_id, cycle_start HAVING count(*) > 1`,
  },
  {
    problem: 'a wallet was refilled although it was not low',
    sql: `SELECT id AS broken FROM topup_attempts
          WHERE trigger_source <> 'manual' AND balance_at_fire > threshold_at_fire`,
  },
]

/** The customer's current time. */
const TIME = `coalesce((SELECT t.frozen_time FROM customers c
  JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
  WHERE c.bucket = o.bucket AND c.environment_id = o.environment_id AND c.id = o.customer_id),
  $1::timestamptz)`

/**
 * Additional checks once no fault is set, every event has arrived and the sweepers have run twice.
 */
const QUIET: readonly Check[] = [
  {
    problem: 'an attempt never ended',
    sql: `SELECT id || ' ' || status AS broken FROM topup_attempts WHERE status = 'pending'`,
  },
  {
    problem: 'a payment never ended',
    sql: `SELECT id AS broken FROM payments WHERE status IN ('pending', 'requires_action')`,
  },
  {
    problem: 'the provider charged money that was never recorded',
    sql: `SELECT i.request_key AS broken FROM sandbox_intents i LEFT JOIN payments p ON ${OF_ATTEMPT}
          WHERE i.kind = 'payment' AND i.status = 'succeeded'
            AND p.status IS DISTINCT FROM 'succeeded'`,
  },
  {
    problem: 'a due step of a subscription was never performed',
    sql: `SELECT o.id AS broken FROM subscriptions o WHERE o.due_at <= ${TIME}`,
  },
  {
    problem: 'a due invoice was never charged',
    sql: `SELECT o.id AS broken FROM invoices o WHERE o.next_attempt_at <= ${TIME}`,
  },
  {
    problem: 'a change is waiting although no payment is in progress',
    sql: `SELECT c.id AS broken FROM subscription_changes c
          WHERE c.status = 'waiting' AND NOT EXISTS (SELECT FROM payments p
            WHERE p.bucket = c.bucket AND p.invoice_id = c.invoice_id
              AND p.status IN ('pending', 'requires_action'))`,
  },
  {
    problem: 'a dispute has a different status at the provider',
    sql: `SELECT s.id AS broken FROM sandbox_disputes s
          LEFT JOIN disputes d ON d.environment_id = s.environment_id
            AND d.provider_dispute_id = s.id
          WHERE d.status IS DISTINCT FROM s.status`,
  },
  {
    problem: 'a finished checkout was never closed',
    sql: `SELECT o.id AS broken FROM checkout_sessions o
          WHERE o.status = 'pending' AND (o.expires_at <= ${TIME} OR EXISTS (SELECT FROM invoices i
            WHERE i.bucket = o.bucket AND i.id = o.invoice_id
              AND i.status IN ('paid', 'partially_refunded', 'refunded')))`,
  },
  {
    problem: 'a clock never reached its target',
    sql: `SELECT id AS broken FROM test_clocks WHERE status = 'advancing'`,
  },
  {
    problem: 'a migration never ended',
    sql: `SELECT id AS broken FROM plan_migrations WHERE status <> 'completed'`,
  },
  {
    problem: 'a refund never ended',
    sql: `SELECT id AS broken FROM refunds WHERE status = 'pending'`,
  },
  {
    problem: 'a provider event was never handled',
    sql: 'SELECT event_id AS broken FROM provider_events WHERE handled_at IS NULL',
  },
  {
    problem: 'a detached card is still attached at the provider',
    sql: `SELECT id AS broken FROM payment_methods
          WHERE status = 'detached' AND detached_at_provider_at IS NULL`,
  },
]

/** Lists the differences between the provider's book and Purser's records. */
export async function compareBooks(owner: pg.Pool, isQuiet: boolean, now: Date): Promise<string[]> {
  const checks = isQuiet ? [...ALWAYS, ...QUIET] : ALWAYS
  const found = await Promise.all(
    checks.map(async ({ problem, sql }) => {
      const values = sql.includes('$1') ? [now] : []
      const { rows } = await owner.query<{ broken: string }>(sql, values)
      return rows.map(({ broken }) => `${problem}: ${broken}`)
    }),
  )
  return found.flat()
}
