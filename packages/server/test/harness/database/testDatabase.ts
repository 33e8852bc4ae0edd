import type pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../../src/platform/db/database.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { clearDatabase, rememberLayout } from './clearDatabase.ts'
import { copyTemplate } from './databaseServer.ts'
import { tunePool } from './tunePool.ts'

export interface TestDatabase {
  url: string
  db: Database
  /** Connections with the application's limited privileges. */
  pool: pg.Pool
  /** Connections of the hot path, with the same privileges. */
  hotPool: pg.Pool
  /** Connections without restrictions, like those of the job queue. */
  owner: pg.Pool
  drop(): Promise<void>
}

const POOL_SIZE = 12
const HOT_POOL_SIZE = 6
const OWNER_POOL_SIZE = 8

/** Copies the migrated template into a new database that only the caller uses. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyTemplate(inject('postgres'))
  const pool = createPool({ connectionString: url, max: POOL_SIZE, as: 'app' })
  const hotPool = createPool({ connectionString: url, max: HOT_POOL_SIZE, as: 'hot' })
  const owner = createPool({ connectionString: url, max: OWNER_POOL_SIZE, as: 'owner' })
  for (const each of [pool, hotPool, owner]) tunePool(each)
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

/** Empty databases of this worker that no test is using. */
const idle: TestDatabase[] = []

/**
 * Lends an empty database with open connections. Creating a database takes longer than most tests:
 * PostgreSQL copies about 1,000 files, and every new connection reads the system catalog.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const available = idle.pop()
  if (available) return available
  const database = await createTestDatabase()
  await rememberLayout(database.owner)
  return database
}

/** Empties a borrowed database for the next test, or drops it if the test changed its schema. */
export async function returnTestDatabase(database: TestDatabase): Promise<void> {
  if (await clearDatabase(database.owner)) idle.push(database)
  else await database.drop()
}
