import type pg from 'pg'

export type Pool = pg.Pool
export type Client = pg.PoolClient

/**
 * Prepares the database for a case. Analyzes the tables as autovacuum would. Without statistics,
 * PostgreSQL would assume empty tables and search for a key among all events of a customer, which
 * slows down both naive and track. The checkpoint gives each case the same time until the next one.
 */
export async function settleDatabase(pool: Pool): Promise<void> {
  await pool.query('ANALYZE')
  await pool.query('CHECKPOINT')
}
