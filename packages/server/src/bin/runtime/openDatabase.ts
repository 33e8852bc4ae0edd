import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../platform/config.ts'
import { startEmbeddedPostgres } from '../../platform/embedded/index.ts'

export interface OpenDatabase {
  url: string
  /** Stops the embedded server if this process started it. */
  close(): Promise<void>
}

const DATABASE = 'purser'

/** Holds the URL of a running embedded server, for other commands to read. */
const urlFile = (config: Config) => join(config.dataDir, 'database-url')

/**
 * Opens the configured database, or starts an embedded one that this process owns until it closes
 * it.
 */
export async function ownDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const url = server.connectionString(DATABASE)
  await createIfMissing(server.connectionString('postgres'))
  await writeFile(urlFile(config), url, { mode: 0o600 })
  await chmod(urlFile(config), 0o600)
  return {
    url,
    close: async () => {
      await rm(urlFile(config), { force: true })
      await server.stop()
    },
  }
}

/** Works like `ownDatabase`, but joins the embedded server of a Purser that is already running. */
export async function joinDatabase(config: Config): Promise<OpenDatabase> {
  const running = config.databaseUrl ? null : await findRunning(config)
  return running ? { url: running, close: async () => {} } : ownDatabase(config)
}

async function findRunning(config: Config): Promise<string | null> {
  const url = await readFile(urlFile(config), 'utf8').catch(() => null)
  if (!url) return null
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return url
  } catch {
    // A killed process left the file behind, so this process may start the embedded server.
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

async function createIfMissing(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE,
    ])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
