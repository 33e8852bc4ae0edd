import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type App, createApp } from '../../app.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { seal, unseal } from '../../kernel/seal.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { migrate, pendingMigrations } from '../../platform/db/migrate.ts'
import { APP_ROLE, createPool } from '../../platform/db/pool.ts'
import { runJobs } from '../../platform/jobs/runJobs.ts'
import type { OpenDatabase } from './openDatabase.ts'

export interface Runtime {
  app: App
  /** Creates the same application with another clock. It does not listen. */
  createAppAt(clock: Clock): App
  encryptionKey: Buffer
  /** Starts listening and returns the address. */
  listen(): Promise<string>
  work(): Promise<void>
  /** Finishes accepted work, then closes all resources, the database last. */
  close(): Promise<void>
}

interface RuntimeOptions {
  config: Config
  database: OpenDatabase
  logger: Logger
  /** `start` and `migrate` apply migrations; `serve` and `work` only check that none is pending. */
  migrations: 'apply' | 'require'
}

/**
 * Enough for a few concurrent batches of track and check. More would only wait for the CPU.
 */
const HOT_CONNECTIONS = 6

/** Creates everything that this process runs on one database. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, database, logger, migrations } = options
  const ownerPool = createPool({ connectionString: database.url, max: 6, as: 'owner' })
  const pool = createPool({
    connectionString: database.url,
    max: config.databasePoolSize,
    as: 'app',
  })
  const hotPool = createPool({
    connectionString: database.url,
    max: HOT_CONNECTIONS,
    as: 'hot',
  })
  const release: (() => Promise<void>)[] = [
    async () => {
      await Promise.all([pool.end(), hotPool.end(), ownerPool.end()])
      await database.close()
    },
  ]
  const close = async () => {
    for (const step of release.splice(0).reverse()) await step()
  }
  try {
    if (migrations === 'apply') await migrate(ownerPool)
    else if ((await pendingMigrations(ownerPool)).length > 0) {
      throw new Error('The database is not up to date: run purser migrate first.')
    }
    await checkRole(pool)
    const encryptionKey = await loadEncryptionKey(config)
    const { publicUrl, rateLimit, metricsToken, allowPrivateUrls, model } = config
    const createAppAt = (clock: Clock) =>
      createApp({
        pool,
        hotPool,
        clock,
        logger,
        encryptionKey,
        publicUrl,
        rateLimit,
        metricsToken,
        allowPrivateUrls,
        model,
      })
    const app = createAppAt(systemClock)
    await checkEncryptionKey(app.db, encryptionKey)
    return {
      app,
      createAppAt,
      encryptionKey,
      close,
      listen: async () => {
        release.push(() => app.server.close())
        return listen(app, config)
      },
      work: async () => {
        const runner = await runJobs(ownerPool, app.jobs, logger)
        release.push(() => runner.stop())
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Append-only tables are protected only while requests use the application's role. */
async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  if (rows[0]?.role === APP_ROLE) return
  throw new ConfigError([
    `Connections do not have the role ${APP_ROLE}. Either a connection pooler drops the startup options, or DATABASE_URL contains its own options. Connect to PostgreSQL directly, and remove the options from DATABASE_URL.`,
  ])
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
      )
    }
    throw new Error(`Cannot listen on ${host}:${port}. Check HOST and PORT.`, { cause: error })
  }
}

/**
 * Loads the key that seals secrets in the database, from the environment or else from the data
 * directory.
 */
async function loadEncryptionKey(config: Config): Promise<Buffer> {
  if (config.encryptionKey) return config.encryptionKey
  const file = join(config.dataDir, 'encryption.key')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails if the file exists: the first process to start creates it and the others read it.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32)
    throw new ConfigError([
      `${file} does not contain a key of 32 bytes. Restore the file from a backup.`,
    ])
  return key
}

const PROOF = Buffer.from('purser')

/**
 * Refuses to start on a database that was sealed with another key, because its secrets could not be
 * read.
 */
async function checkEncryptionKey(db: Database, key: Buffer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key_check: seal(PROOF, key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key_check } = await db
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  try {
    unseal(key_check, key)
  } catch {
    throw new ConfigError([
      'This database was sealed with another encryption key. Set PURSER_ENCRYPTION_KEY to that key, or restore encryption.key in the data directory.',
    ])
  }
}
