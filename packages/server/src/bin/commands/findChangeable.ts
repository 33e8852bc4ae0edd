import type pg from 'pg'

/** The append-only tables, each with the columns that may still be updated. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  credit_ledger: [],
  usage_events: ['reversed_at'],
  usage_event_keys: [],
  outbox_messages: [],
  invoices: [
    'status',
    'amount_due',
    'amount_paid',
    'amount_refunded',
    'paid_at',
    'ended_at',
    'next_attempt_at',
    'attempt_count',
    'first_failed_at',
    'updated_at',
  ],
  invoice_lines: [],
  credit_notes: [],
}

/**
 * Lists append-only tables and columns that the application's role may change. The list should be
 * empty.
 */
export async function findChangeable(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT key AS name FROM jsonb_each($1::jsonb)
     WHERE has_table_privilege('purser_app', key, 'UPDATE, DELETE, TRUNCATE')
     UNION ALL
     SELECT key || '.' || a.attname FROM jsonb_each($1::jsonb)
     JOIN pg_attribute a ON a.attrelid = key::regclass AND a.attnum > 0 AND NOT a.attisdropped
     WHERE NOT has_table_privilege('purser_app', key, 'UPDATE') AND NOT value ? a.attname
       AND has_column_privilege('purser_app', a.attrelid, a.attnum, 'UPDATE')
     ORDER BY name`,
    [JSON.stringify(APPEND_ONLY)],
  )
  return rows.map(({ name }) => name)
}
