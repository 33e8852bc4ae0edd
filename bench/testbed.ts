import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { createPool } from '../packages/server/src/platform/db/pool.ts'
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded/index.ts'
import { CUSTOMERS } from './cases.ts'
import type { Pool } from './database.ts'
import { customerIdOf, type LoadMessage } from './load/LoadJob.ts'
import { RowVerifier } from './RowVerifier.ts'
import type { Options } from './readOptions.ts'
import { insertWallets } from './seed/insertWallets.ts'
import { type Merchant, seedMerchant } from './seed/seedMerchant.ts'
import type { NaiveSettings } from './servers/naiveServer.ts'
import type { PurserSettings } from './servers/purserServer.ts'
import type { ReadyMessage } from './servers/serveUntilStopped.ts'

/** Credits per customer: more than any run can spend. */
const GRANTED = 1_000_000_000

interface Server {
  child: Child<ReadyMessage>
  port: number
}

/** Everything that takes part in a run, each in a separate process. */
export interface Testbed {
  directory: string
  databaseUrl(database: string): string
  postmaster: number
  pool: Pool
  merchant: Merchant
  verifier: RowVerifier
  servers: { purser: Server; naive: Server }
  generator: Child<LoadMessage>
  /** Ids of other benchmark processes that run during a case. */
  companions: readonly number[]
  settings: PurserSettings
  /** Starts another server on the same database. */
  startPurser(settings: Partial<PurserSettings>): Promise<Server>
  close(): Promise<void>
}

export async function openTestbed({ profile }: Pick<Options, 'profile'>): Promise<Testbed> {
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
    const customers = Array.from({ length: CUSTOMERS }, (_, index) => customerIdOf(index))
    await insertWallets(pool, merchant, customers, { granted: GRANTED, adjustments: 0, events: 0 })
    await pool.query('VACUUM ANALYZE')

    const start = async (entry: string, settings: object, nodeOptions: string[] = []) => {
      const child = startChild<ReadyMessage>(entry, nodeOptions)
      release.push(child.stop)
      return { child, port: await child.ask(settings, ({ port }) => port) }
    }
    const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
    // `npm start` and `npm run purser` use the same options.
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
      verifier: await RowVerifier.open(pool, merchant, customers, GRANTED),
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

interface Child<Message> {
  readonly pid: number
  /** Sends a message and passes the replies to `onMessage` until that returns an answer. */
  ask<Answer>(message: object, onMessage: (message: Message) => Answer | undefined): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a part of the benchmark in a separate process, which ends with this one. */
function startChild<Message>(entry: string, nodeOptions: string[] = []): Child<Message> {
  const child = fork(fileURLToPath(new URL(`./${entry}`, import.meta.url)), {
    execArgv: nodeOptions,
    // The server writes its log as in production, but the output is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${entry} could not be started.`)
  return {
    pid,
    ask: (message, onMessage) =>
      new Promise((resolve, reject) => {
        const settle = (how: () => void) => {
          child.off('message', listen)
          child.off('exit', giveUp)
          how()
        }
        const listen = (received: unknown) => {
          try {
            const answer = onMessage(received as Message)
            if (answer !== undefined) settle(() => resolve(answer))
          } catch (error) {
            settle(() => reject(error))
          }
        }
        const giveUp = () => settle(() => reject(new Error(`${entry} ended unexpectedly.`)))
        child.on('message', listen)
        child.on('exit', giveUp)
        child.send(message)
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a benchmark, then closes its testbeds, even after an error or a signal. */
export async function runUntilSignal(run: (testbeds: Testbed[]) => Promise<void>): Promise<void> {
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)))
    }
  })
  const testbeds: Testbed[] = []
  try {
    if (!existsSync('/proc/self/stat'))
      throw new Error('The benchmark reads /proc, so it runs only on Linux.')
    await Promise.race([run(testbeds), stopped])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    for (const testbed of testbeds) await testbed.close()
  }
}
