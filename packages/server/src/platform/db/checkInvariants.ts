import type pg from 'pg'

/** Something that always holds, as a query for the rows in which it does not. */
export interface Invariant {
  name: string
  /** Selects a column `broken` that tells a person which row it is. */
  sql: string
}

export interface Breach {
  name: string
  /** The first few of the broken rows. */
  examples: string[]
}

const MAX_EXAMPLES = 5

/** Checks every invariant in one snapshot and returns those that are broken. */
export async function checkInvariants(
  pool: pg.Pool,
  invariants: readonly Invariant[],
): Promise<Breach[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Recomputing everything takes as long as it takes.
    await client.query('SET LOCAL statement_timeout = 0')
    const breaches: Breach[] = []
    for (const { name, sql } of invariants) {
      const { rows } = await client.query<{ broken: string }>(`${sql} LIMIT ${MAX_EXAMPLES}`)
      if (rows.length > 0) breaches.push({ name, examples: rows.map(({ broken }) => broken) })
    }
    await client.query('COMMIT')
    return breaches
  } finally {
    client.release()
  }
}
