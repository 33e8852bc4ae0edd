/**
 * These statements are prepared once per connection, as Purser's are. Unprepared, they are about
 * half as fast, which would make every ratio to this reference look too good.
 */
export const findCustomer = {
  name: 'find-customer',
  text: `SELECT timezone FROM customers
         WHERE bucket = $1 AND environment_id = $2 AND id = $3 AND deleted_at IS NULL`,
}

export const findDuplicate = {
  name: 'find-duplicate',
  text: `SELECT event_id FROM usage_event_keys
         WHERE bucket = $1 AND environment_id = $2 AND customer_id = $3 AND idempotency_key = $4`,
}

export const lockAccount = {
  name: 'lock-account',
  text: `SELECT id, balance, last_seq FROM credit_accounts
         WHERE bucket = $1 AND environment_id = $2 AND customer_id = $3
           AND credit_currency_id = $4 AND status = 'active' FOR UPDATE`,
}

export const listGrants = {
  name: 'list-grants',
  text: `SELECT id, remaining FROM credit_grants
         WHERE bucket = $1 AND account_id = $2 AND active ORDER BY priority, created_at, id`,
}

export const spendGrant = {
  name: 'spend-grant',
  text: `UPDATE credit_grants
         SET remaining = remaining - $4, active = remaining > $4, updated_at = $5
         WHERE bucket = $1 AND environment_id = $2 AND id = $3`,
}

export const insertLedgerRow = {
  name: 'insert-ledger-row',
  text: `INSERT INTO credit_ledger (seq, created_at, bucket, environment_id, account_id, type,
           reason, amount, balance_before, balance_after, grant_id, feature_id, usage_event_id)
         VALUES ($1, $2, $3, $4, $5, 'DEBIT', 'USAGE_DEDUCTION', $6, $7, $8, $9, $10, $11)`,
}

export const updateAccount = {
  name: 'update-account',
  text: `UPDATE credit_accounts
         SET balance = $4, last_seq = $5, updated_at = $6, consumed_on = $7,
           consumed = CASE WHEN consumed_on = $7 THEN consumed ELSE 0 END + $8
         WHERE bucket = $1 AND environment_id = $2 AND id = $3`,
}

export const insertEvent = {
  name: 'insert-event',
  text: `INSERT INTO usage_events (created_at, occurred_at, first_seq, last_seq, bucket,
           environment_id, id, customer_id, event_name, quantity, idempotency_key, flow,
           feature_id, credit_currency_id, account_id, credits_deducted, credit_balance, effects)
         VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'credit', $11, $12, $13, $9, $14,
           $15)`,
}

export const insertEventKey = {
  name: 'insert-event-key',
  text: `INSERT INTO usage_event_keys (bucket, environment_id, customer_id, idempotency_key,
           event_id, request_hash)
         VALUES ($1, $2, $3, $4, $5, $6)`,
}

export const countUsage = {
  name: 'count-usage',
  text: `INSERT INTO usage_counters AS counter (bucket, environment_id, customer_id, metric_id,
           span, slot, period_start, period_end, value)
         VALUES ($1, $2, $3, $4, 'month', $5, $5, $6, $7)
         ON CONFLICT (bucket, environment_id, customer_id, metric_id, span, slot)
           DO UPDATE SET value = counter.value + excluded.value`,
}

export const addToDay = {
  name: 'add-to-day',
  text: `INSERT INTO usage_days AS day (bucket, environment_id, customer_id, day, event_name, total)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (bucket, environment_id, customer_id, day, event_name)
           DO UPDATE SET total = day.total + excluded.total`,
}
