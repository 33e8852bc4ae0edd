import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embedded/index.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

/** A server to create databases on, and the migrated one that they are copied from. */
export interface DatabaseServer {
  readonly url: string
  readonly template: string
}

/** The server of TEST_DATABASE_URL, or an embedded one that is gone afterwards. */
export async function startDatabaseServer(): Promise<
  DatabaseServer & { stop: () => Promise<void> }
> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startTemporaryServer()
  const { url } = server
  const template = databaseName()
  await onServer(url, `CREATE DATABASE ${template}`)
  const pool = createPool({ connectionString: databaseUrl(url, template), max: 4, as: 'owner' })
  await migrate(pool)
  await pool.end()
  return {
    url,
    template,
    stop: async () => {
      await dropDatabase(url, template)
      await server.stop()
    },
  }
}

const databaseName = (): string => `purser_test_${process.pid}_${randomBytes(4).toString('hex')}`

async function startTemporaryServer() {
  const dataDir = await temporaryDirectory('purser-test-')
  const postgres = await startEmbeddedPostgres({ dataDir })
  return {
    url: postgres.connectionString('postgres'),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A migrated database with nothing in it. */
export async function copyTemplate({
  url,
  template,
}: DatabaseServer): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = databaseName()
  // PostgreSQL copies a template for one caller at a time; the others are told that it is in use.
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
