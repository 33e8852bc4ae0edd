import type pg from 'pg'

interface Check {
  readonly problem: string
  readonly sql: string
}

const OF_ATTEMPT = 'p.environment_id = i.environment_id AND p.attempt_id = i.request_key'
const OF_REFUND = 'r.environment_id = s.environment_id AND r.id = s.request_key'

/** What the provider's own book and ours agree on at any moment, whatever was lost on the way. */
const ALWAYS: readonly Check[] = [
  {
    problem: 'the provider was asked for money that no attempt of ours asks for',
    sql: `SELECT i.request_key AS broken FROM sandbox_intents i
          LEFT JOIN payments p ON ${OF_ATTEMPT}
          WHERE i.kind = 'payment' AND (p.id IS NULL OR p.amount <> i.amount
            OR p.currency <> i.currency)`,
  },
  {
    problem: 'a payment ended otherwise than at the provider',
    sql: `SELECT p.id AS broken FROM payments p
          LEFT JOIN sandbox_intents i ON ${OF_ATTEMPT} AND i.kind = 'payment'
          WHERE (p.status = 'succeeded' AND i.status IS DISTINCT FROM 'succeeded')
            OR (p.status IN ('failed', 'canceled') AND i.status = 'succeeded')`,
  },
  {
    problem: 'the provider gave back what no refund of ours gives back',
    sql: `SELECT s.request_key AS broken FROM sandbox_refunds s
          LEFT JOIN refunds r ON ${OF_REFUND}
          WHERE r.id IS NULL OR r.amount <> s.amount OR (r.status = 'failed' AND s.status <> 'failed')`,
  },
  {
    problem: 'a refund succeeded of which the provider knows nothing',
    sql: `SELECT r.id AS broken FROM refunds r
          LEFT JOIN sandbox_refunds s ON ${OF_REFUND} AND s.status = 'succeeded'
          WHERE r.status = 'succeeded' AND s.id IS NULL`,
  },
  {
    problem: 'refunds are not what their payment says',
    sql: `SELECT p.id AS broken FROM payments p
          WHERE p.amount_refunded <> (SELECT coalesce(sum(r.amount), 0) FROM refunds r
            WHERE r.bucket = p.bucket AND r.payment_id = p.id AND r.status <> 'failed')`,
  },
  {
    problem: 'a wallet was refilled although it was not low',
    sql: `SELECT id AS broken FROM topup_attempts
          WHERE trigger_source <> 'manual' AND balance_at_fire > threshold_at_fire`,
  },
]

/** What holds besides once nothing fails, every word has arrived and the sweepers came by twice. */
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
    problem: 'the provider took money that was never booked',
    sql: `SELECT i.request_key AS broken FROM sandbox_intents i LEFT JOIN payments p ON ${OF_ATTEMPT}
          WHERE i.kind = 'payment' AND i.status = 'succeeded'
            AND p.status IS DISTINCT FROM 'succeeded'`,
  },
  {
    problem: 'a refund never ended',
    sql: `SELECT id AS broken FROM refunds WHERE status = 'pending'`,
  },
  {
    problem: 'a word of the provider was never handled',
    sql: 'SELECT event_id AS broken FROM provider_events WHERE handled_at IS NULL',
  },
  {
    problem: 'the provider was never told of a detached card',
    sql: `SELECT id AS broken FROM payment_methods
          WHERE status = 'detached' AND detached_at_provider_at IS NULL`,
  },
]

/** Where the provider's book and ours differ. */
export async function compareBooks(owner: pg.Pool, isQuiet: boolean): Promise<string[]> {
  const checks = isQuiet ? [...ALWAYS, ...QUIET] : ALWAYS
  const found = await Promise.all(
    checks.map(async ({ problem, sql }) => {
      const { rows } = await owner.query<{ broken: string }>(sql)
      return rows.map(({ broken }) => `${problem}: ${broken}`)
    }),
  )
  return found.flat()
}
