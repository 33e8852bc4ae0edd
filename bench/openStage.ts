import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { createPool } from '../packages/server/src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded/index.ts'
import { CUSTOMERS } from './cases.ts'
import { customerName } from './load/customerName.ts'
import type { LoadMessage } from './load/LoadJob.ts'
import type { Pool } from './machine/Pool.ts'
import { type Child, startChild } from './machine/startChild.ts'
import type { Options } from './readOptions.ts'
import { insertWallets } from './seed/insertWallets.ts'
import { type Merchant, seedMerchant } from './seed/seedMerchant.ts'
import type { NaiveSettings } from './servers/naiveServer.ts'
import type { PurserSettings } from './servers/purserServer.ts'
import type { ReadyMessage } from './servers/serveUntilStopped.ts'
import { Books } from './verify/Books.ts'

/** More than any run can spend. */
const GRANTED = 1_000_000_000

interface Server {
  child: Child<ReadyMessage>
  port: number
}

/** Everything that takes part in a run, each in a separate process. */
export interface Stage {
  directory: string
  databaseUrl(database: string): string
  postmaster: number
  pool: Pool
  merchant: Merchant
  books: Books
  servers: { purser: Server; naive: Server }
  generator: Child<LoadMessage>
  /** Benchmark processes that run beside a case. */
  companions: readonly number[]
  settings: PurserSettings
  /** Starts another server on the same database. */
  startPurser(settings: Partial<PurserSettings>): Promise<Server>
  close(): Promise<void>
}

export async function openStage({ profile }: Pick<Options, 'profile'>): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'purser-bench-'))
  const release: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true }),
  ]
  const close = async () => {
    for (const step of release.splice(0).reverse()) await step()
  }
  try {
    const dataDir = join(directory, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir })
    release.push(postgres.stop)
    await createDatabase(postgres.connectionString('postgres'))
    const databaseUrl = postgres.connectionString('purser')
    const pool = createPool({ connectionString: databaseUrl, max: 4, as: 'owner' })
    release.push(() => pool.end())
    await migrate(pool)

    const encryptionKey = randomBytes(32)
    const merchant = await seedMerchant(pool, encryptionKey)
    const customers = Array.from({ length: CUSTOMERS }, (_, index) => customerName(index))
    await insertWallets(pool, merchant, customers, { granted: GRANTED, adjustments: 0, events: 0 })
    await pool.query('VACUUM ANALYZE')

    const start = async (entry: string, settings: object, nodeOptions: string[] = []) => {
      const child = startChild<ReadyMessage>(entry, nodeOptions)
      release.push(child.stop)
      return { child, port: await child.ask(settings, ({ port }) => port) }
    }
    const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
    // The same options as in npm start and npm run purser.
    const nodeOptions = ['--max-semi-space-size=16', ...profiling]
    const settings: PurserSettings = {
      databaseUrl,
      encryptionKey: encryptionKey.toString('base64'),
    }
    const naiveSettings: NaiveSettings = { databaseUrl, merchant }
    const startPurser = (more: Partial<PurserSettings>) =>
      start('servers/purserServer.ts', { ...settings, ...more }, nodeOptions)
    const purser = await startPurser({})
    const naive = await start('servers/naiveServer.ts', naiveSettings)
    const generator = startChild<LoadMessage>('load/generator.ts')
    release.push(generator.stop)
    return {
      directory,
      databaseUrl: postgres.connectionString,
      postmaster: await readPostmaster(dataDir),
      pool,
      merchant,
      books: await Books.open(pool, merchant, customers, GRANTED),
      servers: { purser, naive },
      generator,
      companions: [],
      settings,
      startPurser,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function createDatabase(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, max: 1, as: 'owner' })
  await pool.query('CREATE DATABASE purser')
  await pool.end()
}

async function readPostmaster(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}
