import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/index.ts'

/** A server to create databases on. */
export interface DatabaseServer {
  readonly url: string
  stop(): Promise<void>
}

/** The server of TEST_DATABASE_URL, or an embedded one that is gone afterwards. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'purser-simulation-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  return {
    url: postgres.connectionString('postgres'),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A migrated database on a server. */
export async function createTemporaryDatabase(
  server: DatabaseServer,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `purser_simulation_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  // Nothing here has to survive a crash.
  await onServer(server, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const pool = createPool({ connectionString: url.href, max: 2, as: 'owner' })
  await migrate(pool)
  await pool.end()
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function onServer({ url }: DatabaseServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
