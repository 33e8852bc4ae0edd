import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../src/platform/db/database.ts'
import { createPool } from '../../src/platform/db/pool.ts'

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

/** A database of its own for a test file, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject('postgres')
  const name = `purser_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, (client) => createFromTemplate(client, name, template))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const pool = createPool({ connectionString: url.href, max: POOL_SIZE, as: 'app' })
  const hotPool = createPool({ connectionString: url.href, max: HOT_POOL_SIZE, as: 'hot' })
  return {
    url: url.href,
    db: createDatabase(pool),
    pool,
    hotPool,
    drop: async () => {
      await Promise.all([pool.end(), hotPool.end()])
      await onServer(serverUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      )
    },
  }
}

/** PostgreSQL copies a template for one caller at a time; the others are told that it is in use. */
async function createFromTemplate(client: pg.Client, name: string, template: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      return
    } catch (error) {
      const inUse = (error as { code?: string }).code === '55006'
      if (!inUse || tries > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
