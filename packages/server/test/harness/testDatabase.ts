import type pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../src/platform/db/database.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { copyTemplate } from './databaseServer.ts'

export interface TestDatabase {
  url: string
  db: Database
  /** Connections with the application's own, limited rights. */
  pool: pg.Pool
  /** The same for the hot path. */
  hotPool: pg.Pool
  drop(): Promise<void>
}

const POOL_SIZE = 12
const HOT_POOL_SIZE = 6

/** A database of its own for a test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyTemplate(inject('postgres'))
  const pool = createPool({ connectionString: url, max: POOL_SIZE, as: 'app' })
  const hotPool = createPool({ connectionString: url, max: HOT_POOL_SIZE, as: 'hot' })
  return {
    url,
    db: createDatabase(pool),
    pool,
    hotPool,
    drop: async () => {
      await Promise.all([pool.end(), hotPool.end()])
      await drop()
    },
  }
}
