import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embedded/index.ts'
import { temporaryDirectory } from '../temporaryDirectory.ts'

/**
 * On macOS, the path of a socket file must be shorter than this. The limit of Linux is 108 bytes.
 */
const MAX_SOCKET_PATH = 104

/** A server to create databases on, and the migrated database that they are copied from. */
export interface DatabaseServer {
  readonly url: string
  readonly template: string
}

/** Uses the server of TEST_DATABASE_URL, or starts one that is deleted afterwards. */
export async function startDatabaseServer(): Promise<
  DatabaseServer & { stop: () => Promise<void> }
> {
  const given = process.env.TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startTemporaryServer()
  const template = `purser_test_${process.pid}_${randomName()}`
  await onServer(url, `CREATE DATABASE ${template}`)
  const pool = createPool({ connectionString: databaseUrl(url, template), max: 4, as: 'owner' })
  await migrate(pool)
  await pool.end()
  return {
    url,
    template,
    stop: async () => {
      if (given) await dropDatabases(url, template)
      await stop()
    },
  }
}

const randomName = (): string => randomBytes(4).toString('hex')

async function startTemporaryServer() {
  const dataDir = await temporaryDirectory('purser-test-')
  const postgres = await startEmbeddedPostgres({ dataDir, hasSocket: true })
  const url = new URL(postgres.connectionString('postgres'))
  // Connections through a socket file need less CPU time than those through 127.0.0.1.
  const socketDirectory = join(dataDir, 'postgres')
  const socket = join(socketDirectory, `.s.PGSQL.${url.port}`)
  if (Buffer.byteLength(socket) < MAX_SOCKET_PATH) url.searchParams.set('host', socketDirectory)
  return {
    url: url.href,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a migrated, empty database. */
export async function copyTemplate({
  url,
  template,
}: DatabaseServer): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${template}_${randomName()}`
  // PostgreSQL copies a template for one caller at a time and refuses the others.
  for (let tries = 0; ; tries += 1) {
    try {
      await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
      return { url: databaseUrl(url, name), drop: () => dropDatabase(url, name) }
    } catch (error) {
      const inUse = (error as { code?: string }).code === '55006'
      if (!inUse || tries > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Drops a template and all its copies, including copies that tests kept for other tests. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  )
  await client.end()
  for (const { name } of rows) await dropDatabase(url, name)
}

const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
