export interface AuditRow {
  customer_id: string
  balance: string
  last_seq: number
  remaining: string
  entries: number
  spent: string
  broken: number
  events: number
  deducted: string
  last_event_id: string | null
  counted: string
  totalled: string
}

/**
 * Reads each customer's wallet, and its ledger rows and events since the last check. It uses index
 * lookups, so that it takes no longer with ten million other rows.
 */
export const AUDIT = `
  SELECT known.customer_id, account.balance, account.last_seq, grants.remaining,
    ledger.entries, ledger.spent, ledger.broken, event.events, event.deducted, event.last_event_id,
    counter.counted, day.totalled
  FROM unnest($3::smallint[], $4::text[], $5::bigint[], $6::text[], $7::numeric[])
    AS known (bucket, customer_id, last_seq, last_event_id, balance)
  JOIN credit_accounts account ON account.bucket = known.bucket AND account.environment_id = $1
    AND account.customer_id = known.customer_id
  CROSS JOIN LATERAL (
    SELECT sum(remaining) AS remaining FROM credit_grants
    WHERE bucket = known.bucket AND account_id = account.id) grants
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(balance_before - balance_after), 0) AS spent,
      count(*) FILTER (WHERE seq <> expected OR balance_before <> coalesce(previous, known.balance))
        AS broken
    FROM (
      SELECT seq, balance_before, balance_after, lag(balance_after) OVER rows AS previous,
        known.last_seq + row_number() OVER rows AS expected
      FROM credit_ledger
      WHERE bucket = known.bucket AND account_id = account.id AND seq > known.last_seq
      WINDOW rows AS (ORDER BY seq)) chain) ledger
  CROSS JOIN LATERAL (
    SELECT count(*) AS events, coalesce(sum(credits_deducted), 0) AS deducted,
      max(id) AS last_event_id
    FROM usage_events
    WHERE bucket = known.bucket AND environment_id = $1 AND customer_id = known.customer_id
      AND id > known.last_event_id) event
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(value), 0) AS counted FROM usage_counters
    WHERE bucket = known.bucket AND environment_id = $1 AND customer_id = known.customer_id
      AND metric_id = $2) counter
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(total), 0) AS totalled FROM usage_days
    WHERE bucket = known.bucket AND environment_id = $1 AND customer_id = known.customer_id) day`
