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
  /** Connections that may do anything, as the job queue's do. */
  owner: pg.Pool
  drop(): Promise<void>
}

const POOL_SIZE = 12
const HOT_POOL_SIZE = 6
const OWNER_POOL_SIZE = 8

/** A database of its own for a test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyTemplate(inject('postgres'))
  const pool = createPool({ connectionString: url, max: POOL_SIZE, as: 'app' })
  const hotPool = createPool({ connectionString: url, max: HOT_POOL_SIZE, as: 'hot' })
  const owner = createPool({ connectionString: url, max: OWNER_POOL_SIZE, as: 'owner' })
  return {
    url,
    db: createDatabase(pool),
    pool,
    hotPool,
    owner,
    drop: async () => {
      await Promise.all([pool.end(), hotPool.end(), owner.end()])
      await drop()
    },
  }
}
