import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { startTestPostgres } from './startTestPostgres.ts'

/** A server to create databases on, and the migrated database that they are copied from. */
export interface DatabaseServer {
  readonly url: string
  readonly template: string
  /** Null on a server that tests reach over TCP only. */
  readonly socketDirectory: string | null
}

/** Uses the server of TEST_DATABASE_URL, or starts one that is deleted afterwards. */
export async function startDatabaseServer(): Promise<
  DatabaseServer & { stop: () => Promise<void> }
> {
  const given = process.env.TEST_DATABASE_URL
  const { url, socketDirectory, stop } = given
    ? { url: given, socketDirectory: null, stop: async () => {} }
    : await startTestPostgres()
  const template = `purser_test_${process.pid}_${randomName()}`
  await onServer(url, `CREATE DATABASE ${template}`)
  const pool = createPool({ connectionString: databaseUrl(url, template), max: 4, as: 'owner' })
  await migrate(pool)
  await pool.end()
  return {
    url,
    template,
    socketDirectory,
    stop: async () => {
      if (given) await dropDatabases(url, template)
      await stop()
    },
  }
}

const randomName = (): string => randomBytes(4).toString('hex')

/** A new, migrated and empty database. */
export async function copyTemplate({ url, template, socketDirectory }: DatabaseServer): Promise<{
  url: string
  /** The address for connections of this process. */
  localUrl: string
  drop: () => Promise<void>
}> {
  const name = `${template}_${randomName()}`
  // PostgreSQL copies a template for one caller at a time and refuses the others.
  for (let tries = 0; ; tries += 1) {
    try {
      await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
      const tcp = databaseUrl(url, name)
      return {
        url: tcp,
        localUrl: socketDirectory === null ? tcp : socketUrl(tcp, socketDirectory),
        drop: () => dropDatabase(url, name),
      }
    } catch (error) {
      const inUse = (error as { code?: string }).code === '55006'
      if (!inUse || tries > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Drops a template and every copy of it, also those that tests left for one another. */
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

function socketUrl(tcpUrl: string, directory: string): string {
  const { username, password, port, pathname } = new URL(tcpUrl)
  const query = new URLSearchParams({ host: directory, port })
  return `postgres://${username}:${password}@${pathname}?${query}`
}
