import type pg from 'pg'
import type { Logger } from 'pino'
import { type App, createApp } from '../app.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { migrate, pendingMigrations } from '../platform/db/migrate.ts'
import { APP_ROLE, createPool } from '../platform/db/pool.ts'
import { runJobs } from '../platform/jobs/runJobs.ts'
import { checkEncryptionKey, loadEncryptionKey } from './encryptionKey.ts'
import type { OpenDatabase } from './openDatabase.ts'

export interface Runtime {
  app: App
  /** The same application with another clock; it does not listen. */
  createAppAt(clock: Clock): App
  encryptionKey: Buffer
  /** Listens, and returns the address that it got. */
  listen(): Promise<string>
  work(): Promise<void>
  /** Finishes what was accepted, then lets go of everything, the database last. */
  close(): Promise<void>
}

interface RuntimeOptions {
  config: Config
  database: OpenDatabase
  logger: Logger
  /** `start` and `migrate` bring the database up to date; `serve` and `work` only check that it is. */
  migrations: 'apply' | 'require'
}

/** Some batches of track and check side by side; more would only wait for the processors. */
const HOT_CONNECTIONS = 6

/** Everything that runs on one database in this process. */
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

/** What is append-only is so only while requests run with the application's rights. */
async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  if (rows[0]?.role === APP_ROLE) return
  throw new ConfigError([
    `Connections do not take the role ${APP_ROLE}: a connection pooler drops the startup options, or DATABASE_URL has options of its own. Connect directly, and without them.`,
  ])
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
      )
    }
    throw new Error(`Cannot listen on ${host}:${port}.`, { cause: error })
  }
}
