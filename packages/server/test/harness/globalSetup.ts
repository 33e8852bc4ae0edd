import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server to create test databases on, and the migrated database that they are copied from. */
    postgres: { serverUrl: string; template: string }
  }
}

/** One PostgreSQL for the whole run: the embedded one, or that of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startTemporaryServer()
  const template = `purser_test_template_${process.pid}`
  await onServer(server.url, `CREATE DATABASE ${template}`)
  const pool = createPool({
    connectionString: databaseUrl(server.url, template),
    max: 4,
    as: 'owner',
  })
  await migrate(pool)
  await pool.end()
  project.provide('postgres', { serverUrl: server.url, template })
  return async () => {
    await onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
  }
}

async function startTemporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'purser-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  return {
    url: postgres.connectionString('postgres'),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
