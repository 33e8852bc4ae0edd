import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

/** The effect of a ledger row on the balance. */
const DELTA = `CASE
  WHEN l.type IN ('CREDIT', 'RELEASE', 'ADJUSTMENT') THEN l.amount
  WHEN l.type IN ('DEBIT', 'HOLD', 'EXPIRE') THEN -l.amount END`

/** The columns of an account `a` that identify its wallet in a breach. */
const WALLET = 'a.bucket, a.environment_id, a.id AS account_id'

/** Each query reads the ledger once. */
export const creditInvariants: readonly Invariant[] = [
  {
    name: "a wallet's balance equals the remaining credits of its grants minus the overdraft",
    wallet: true,
    sql: `SELECT a.id AS broken, ${WALLET}
          FROM credit_accounts a
          LEFT JOIN (
            SELECT bucket, environment_id, account_id, sum(remaining) AS remaining
            FROM credit_grants GROUP BY 1, 2, 3
          ) g ON g.bucket = a.bucket AND g.environment_id = a.environment_id AND g.account_id = a.id
          WHERE a.balance <> coalesce(g.remaining, 0) - a.overdraft`,
  },
  {
    name: 'each ledger row continues the previous row in number, balance and time, and the last row matches the wallet',
    wallet: true,
    sql: `SELECT l.account_id || '/' || l.seq AS broken, l.bucket, l.environment_id, l.account_id
          FROM (
            SELECT bucket, environment_id, account_id, seq, created_at, balance_before,
              balance_after, lag(seq) OVER rows AS seq_before,
              lag(balance_after) OVER rows AS balance, lag(created_at) OVER rows AS time_before,
              lead(seq) OVER rows IS NULL AS is_last
            FROM credit_ledger
            WINDOW rows AS (PARTITION BY bucket, account_id ORDER BY seq)
          ) l
          LEFT JOIN credit_accounts a ON l.is_last AND a.bucket = l.bucket
            AND a.environment_id = l.environment_id AND a.id = l.account_id
          WHERE l.seq <> coalesce(l.seq_before, 0) + 1 OR l.balance_before <> coalesce(l.balance, 0)
            OR l.created_at < l.time_before
            OR (l.is_last AND (a.id IS NULL OR a.last_seq <> l.seq
              OR a.balance <> l.balance_after OR a.updated_at < l.created_at))`,
  },
  {
    name: "a wallet's overdraft equals its ledger rows without a grant, and its last ledger row exists",
    wallet: true,
    sql: `SELECT a.id AS broken, ${WALLET}
          FROM credit_accounts a
          LEFT JOIN (
            SELECT bucket, environment_id, account_id, -sum(${DELTA}) AS overdraft
            FROM credit_ledger l WHERE grant_id IS NULL GROUP BY 1, 2, 3
          ) l ON l.bucket = a.bucket AND l.environment_id = a.environment_id AND l.account_id = a.id
          WHERE a.overdraft <> coalesce(l.overdraft, 0) OR (a.last_seq > 0 AND NOT EXISTS (
            SELECT FROM credit_ledger l WHERE l.bucket = a.bucket AND l.account_id = a.id
              AND l.environment_id = a.environment_id AND l.seq = a.last_seq
          )) OR (a.last_seq = 0 AND a.balance <> 0)`,
  },
  {
    name: "a grant's remaining and expired credits equal its ledger rows",
    wallet: true,
    sql: `SELECT coalesce(g.id, l.grant_id) AS broken, coalesce(g.bucket, l.bucket) AS bucket,
            coalesce(g.environment_id, l.environment_id) AS environment_id,
            coalesce(g.account_id, l.account_id) AS account_id
          FROM credit_grants g
          FULL JOIN (
            SELECT bucket, environment_id, account_id, grant_id, sum(${DELTA}) AS remaining,
              sum(amount) FILTER (WHERE type = 'EXPIRE') AS expired,
              (min(ARRAY[seq, amount]))[2] AS amount
            FROM credit_ledger l WHERE grant_id IS NOT NULL GROUP BY 1, 2, 3, 4
          ) l ON l.bucket = g.bucket AND l.environment_id = g.environment_id
            AND l.account_id = g.account_id AND l.grant_id = g.id
          WHERE g.id IS NULL OR l.grant_id IS NULL OR g.amount <> l.amount
            OR g.remaining <> l.remaining OR g.expired <> coalesce(l.expired, 0)
            OR g.active <> (g.remaining > 0) OR (g.voided_at IS NOT NULL AND g.remaining > 0)`,
  },
  {
    name: 'nothing is taken from an expired or voided grant, except credits that a reservation holds',
    wallet: true,
    sql: `SELECT l.account_id || '/' || l.seq AS broken, l.bucket, l.environment_id, l.account_id
          FROM credit_ledger l
          JOIN credit_grants g ON g.bucket = l.bucket AND g.environment_id = l.environment_id
            AND g.id = l.grant_id
          WHERE (l.type IN ('DEBIT', 'HOLD') OR (l.type = 'ADJUSTMENT' AND l.amount < 0))
            AND l.reason NOT IN ('VOID', 'OVERDRAFT_REPAYMENT')
            AND (l.created_at >= g.expires_at OR l.created_at > g.voided_at)
            AND NOT EXISTS (
              SELECT FROM credit_ledger held WHERE held.bucket = l.bucket
                AND held.account_id = l.account_id AND held.seq = l.seq - 1
                AND held.type = 'RELEASE' AND held.amount = l.amount
                AND held.grant_id = l.grant_id AND held.reservation_id = l.reservation_id)`,
  },
  {
    name: 'grants are consumed by priority, then oldest first',
    wallet: true,
    sql: burnOrder(),
  },
  {
    name: "a wallet's held credits equal its reservations, and each reservation equals its holds",
    wallet: true,
    sql: `SELECT a.id AS broken, ${WALLET}
          FROM credit_accounts a
          LEFT JOIN (
            SELECT r.bucket, r.environment_id, r.account_id, sum(r.held) AS held,
              bool_or(r.held <> coalesce(h.held, 0)) AS differs
            FROM credit_reservations r
            LEFT JOIN (
              SELECT bucket, environment_id, reservation_id, sum(amount) AS held
              FROM credit_holds GROUP BY 1, 2, 3
            ) h ON h.bucket = r.bucket AND h.environment_id = r.environment_id
              AND h.reservation_id = r.id
            GROUP BY 1, 2, 3
          ) r ON r.bucket = a.bucket AND r.environment_id = a.environment_id AND r.account_id = a.id
          WHERE a.held <> coalesce(r.held, 0) OR r.differs`,
  },
  {
    name: 'nothing in a wallet expires before its next scheduled sweep',
    wallet: true,
    sql: `SELECT a.id AS broken, ${WALLET}
          FROM credit_accounts a
          JOIN (
            SELECT bucket, environment_id, account_id, min(expires_at) AS due FROM (
              SELECT bucket, environment_id, account_id, expires_at FROM credit_grants WHERE active
              UNION ALL
              SELECT bucket, environment_id, account_id, expires_at FROM credit_reservations
              WHERE status = 'held'
            ) d GROUP BY 1, 2, 3
          ) d ON d.bucket = a.bucket AND d.environment_id = a.environment_id AND d.account_id = a.id
          WHERE d.due < coalesce(a.next_due_at, 'infinity')`,
  },
  {
    name: "a wallet's daily consumption equals its ledger",
    wallet: true,
    sql: `SELECT coalesce(l.account_id, d.account_id) || ' ' || coalesce(l.day, d.day) AS broken,
            coalesce(l.bucket, d.bucket) AS bucket,
            coalesce(l.environment_id, d.environment_id) AS environment_id,
            coalesce(l.account_id, d.account_id) AS account_id
          FROM (
            SELECT bucket, environment_id, account_id, (created_at AT TIME ZONE 'UTC')::date AS day,
              sum(-${DELTA}) AS consumed
            FROM credit_ledger l
            WHERE (type = 'DEBIT' AND reason IN ('USAGE_DEDUCTION', 'RESERVATION_CAPTURE'))
              OR (type = 'CREDIT' AND reason = 'USAGE_REVERSAL')
            GROUP BY 1, 2, 3, 4
          ) l
          FULL JOIN (
            SELECT bucket, environment_id, account_id, day, consumed FROM credit_days
            UNION ALL
            SELECT bucket, environment_id, id, consumed_on, consumed FROM credit_accounts
            WHERE consumed_on IS NOT NULL
          ) d ON d.bucket = l.bucket AND d.environment_id = l.environment_id
            AND d.account_id = l.account_id AND d.day = l.day
          WHERE coalesce(l.consumed, 0) <> coalesce(d.consumed, 0)`,
  },
  {
    name: 'a grant rule grants once per subscription and period',
    sql: `SELECT subscription_id || ' ' || rule_key || ' ' || period_key AS broken
          FROM credit_grants WHERE period_key IS NOT NULL
          GROUP BY bucket, environment_id, subscription_id, rule_key, period_key
          HAVING count(*) > 1`,
  },
  {
    name: 'the application cannot change or delete ledger rows',
    sql: `SELECT privilege AS broken FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
          WHERE has_table_privilege('purser_app', 'credit_ledger', privilege)
          UNION ALL
          SELECT 'UPDATE of a column'
          WHERE has_any_column_privilege('purser_app', 'credit_ledger', 'UPDATE')`,
  },
  {
    name: "wallet references stay in the customer's environment and bucket",
    wallet: true,
    sql: `SELECT l.account_id || ' refers to ' || l.reservation_id AS broken, l.bucket,
            l.environment_id, l.account_id
          FROM (
            SELECT DISTINCT bucket, environment_id, account_id, reservation_id
            FROM credit_ledger WHERE reservation_id IS NOT NULL
          ) l
          LEFT JOIN credit_reservations r ON r.bucket = l.bucket
            AND r.environment_id = l.environment_id AND r.account_id = l.account_id
            AND r.id = l.reservation_id
          WHERE r.id IS NULL
          UNION ALL
          SELECT l.account_id || ' refers to ' || l.feature_id, l.bucket, l.environment_id,
            l.account_id
          FROM (
            SELECT DISTINCT bucket, environment_id, account_id, feature_id
            FROM credit_ledger WHERE feature_id IS NOT NULL
          ) l
          LEFT JOIN features f ON f.environment_id = l.environment_id AND f.id = l.feature_id
          WHERE f.id IS NULL
          UNION ALL
          SELECT r.id || ' holds of ' || h.grant_id, r.bucket, r.environment_id, r.account_id
          FROM credit_holds h
          JOIN credit_reservations r ON r.bucket = h.bucket AND r.environment_id = h.environment_id
            AND r.id = h.reservation_id
          LEFT JOIN credit_grants g ON g.bucket = h.bucket AND g.environment_id = h.environment_id
            AND g.id = h.grant_id AND g.account_id = r.account_id
          WHERE h.grant_id IS NOT NULL AND g.id IS NULL`,
  },
]

/**
 * Finds grants that were used out of order. When a grant is first used, no earlier grant in the
 * order of consumption may have credits left. The query checks only grants whose credits never
 * increased, because other grants may have been empty in between. Within one priority, the earlier
 * grants are the older ones, so it is enough to check the one that was used up last. Grants with a
 * lower priority value may be newer, so the query counts how many of them had credits left when the
 * grant was first used.
 */
function burnOrder(): string {
  return `
    WITH life AS MATERIALIZED (
      SELECT g.bucket, g.environment_id, g.account_id, g.id, g.priority, g.created_at,
        l.born, l.drawn, CASE WHEN g.remaining = 0 THEN l.died END AS died
      FROM (
        SELECT bucket, environment_id, grant_id, min(seq) AS born, max(seq) AS died,
          min(seq) FILTER (WHERE reason NOT IN ('VOID', 'EXPIRATION', 'OVERDRAFT_REPAYMENT', 'REFUND')
            AND ${DELTA} < 0) AS drawn
        FROM credit_ledger l WHERE grant_id IS NOT NULL GROUP BY 1, 2, 3
        HAVING count(*) FILTER (WHERE ${DELTA} > 0) = 1
      ) l
      JOIN credit_grants g ON g.bucket = l.bucket AND g.environment_id = l.environment_id
        AND g.id = l.grant_id
    ), same AS (
      SELECT *, max(coalesce(died, 9223372036854775807)) OVER (
        PARTITION BY bucket, account_id, priority ORDER BY created_at, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last_died
      FROM life
    ), moments AS (
      SELECT bucket, environment_id, account_id, priority, born AS seq, 1 AS living, NULL AS id
      FROM life
      UNION ALL
      SELECT bucket, environment_id, account_id, priority, died, -1, NULL FROM life
      WHERE died IS NOT NULL
      UNION ALL
      SELECT g.bucket, g.environment_id, g.account_id, p.priority, g.drawn, 0, g.id
      FROM life g
      JOIN (SELECT DISTINCT bucket, account_id, priority FROM life) p
        ON p.bucket = g.bucket AND p.account_id = g.account_id AND p.priority < g.priority
      WHERE g.drawn IS NOT NULL
    ), counted AS (
      SELECT *, sum(living) OVER (PARTITION BY bucket, account_id, priority ORDER BY seq) AS alive
      FROM moments
    )
    SELECT id AS broken, bucket, environment_id, account_id FROM same WHERE last_died > drawn
    UNION ALL
    SELECT id, bucket, environment_id, account_id FROM counted WHERE id IS NOT NULL AND alive > 0`
}
