import type pg from 'pg'

/** Computes a fingerprint of all stored data, except the time when a key was last used. */
export async function fingerprint(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  )
  const sums = tables.map(({ name }) => {
    const row = name === 'api_keys' ? `(to_jsonb(t) - 'last_used_at')::text` : 't::text'
    return `SELECT '${name}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS sum FROM ${name} t`
  })
  // The statement is prepared, because planning it takes longer than running it.
  const { rows } = await pool.query({ name: 'fingerprint', text: sums.join(' UNION ALL ') })
  return JSON.stringify(rows)
}
