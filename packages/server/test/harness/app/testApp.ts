import { randomBytes } from 'node:crypto'
import type { ErrorBody } from '@purser/contract'
import type pg from 'pg'
import { type App, type AppOptions, createApp } from '../../../src/app.ts'
import type { Clock } from '../../../src/kernel/clock.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { createApiKey, createOrganization } from '../../../src/modules/organizations/index.ts'
import type { ProviderAdapter } from '../../../src/modules/payments/index.ts'
import { createDatabase, type Database } from '../../../src/platform/db/database.ts'
import type { RateLimit } from '../../../src/platform/http/rateLimiter.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { clearDatabase } from '../database/clearDatabase.ts'
import {
  borrowTestDatabase,
  returnTestDatabase,
  type TestDatabase,
} from '../database/testDatabase.ts'
import { freePort } from '../process/freePort.ts'
import { type Call, createCaller, type Reply } from './callApi.ts'

export interface TestEnvironment {
  environmentId: string
  organizationId: string
  environment: 'sandbox' | 'live'
  keys: { full: string; read: string; runtime: string; publishable: string }
  scope(): Scope
}

export interface TestApp {
  url: string
  db: Database
  pool: pg.Pool
  databaseUrl: string
  clock: TestClock
  encryptionKey: Uint8Array
  app: App
  logs: string[]
  sandbox: TestEnvironment
  live: TestEnvironment
  /** A second merchant, who must not see any data of the first one. */
  other: { sandbox: TestEnvironment; live: TestEnvironment }
  hotPool: pg.Pool
  /** Connections without restrictions, like those of the job queue. */
  owner: pg.Pool
  /** Calls an endpoint by its operation name. Uses the sandbox's full key by default. */
  call(operation: string, call?: Call): Promise<Reply>
  /** Makes a call that must succeed and returns its body. */
  ok<T = Record<string, unknown>>(operation: string, call?: Call): Promise<T>
  /** Makes a call that must fail and returns its error. */
  fails(operation: string, call?: Call): Promise<ErrorBody['error'] & { status: number }>
  stop(): Promise<void>
}

const START = '2026-01-15T12:00:00.000Z'

interface TestAppOptions {
  /** Closes the server on `stop` instead of keeping it for the next test. */
  closesOnStop?: boolean
  /** Payment providers that replace the built-in ones of the same name. */
  paymentProviders?: readonly ProviderAdapter[]
  /**
   * Uses the address of the server as the public URL, so that webhooks of the sandbox provider
   * arrive.
   */
  isReachable?: boolean
  rateLimit?: RateLimit
  metricsToken?: string
  /** Allowed by default, because tests call only servers on this machine. */
  allowPrivateUrls?: boolean
  /** The language model that helps to read pricing pages. */
  model?: AppOptions['model']
}

interface RunningApp {
  app: App
  url: string
  database: TestDatabase
  clock: TestClock
  encryptionKey: Uint8Array
  logs: string[]
  /** Returns the number of requests that have no response yet. */
  openRequests(): number
}

/** Applications of this worker that no test is using, by their options. */
const idle = new Map<string, RunningApp[]>()

/** An application with only these options can be reused by several tests. */
const REUSABLE: readonly string[] = [
  'isReachable',
  'allowPrivateUrls',
] satisfies (keyof TestAppOptions)[]

/**
 * Starts the real application on a real database and a real port, with a clock that the test moves.
 * A stopped application is emptied and reused by the next test with the same options. Each test has
 * its own merchants, and the product keeps nothing else in memory.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const isReusable = Object.keys(options).every((option) => REUSABLE.includes(option))
  const key = JSON.stringify(options)
  const running = (isReusable && idle.get(key)?.pop()) || (await runApp(options))
  const { app, url, database, clock, encryptionKey, logs } = running
  clock.set(START)
  logs.length = 0
  const db = createDatabase(database.pool)
  const merchant = await createMerchant(db, clock, encryptionKey, 'Acme')
  const other = await createMerchant(db, clock, encryptionKey, 'Other')
  const send = createCaller(url, app.routes)

  const call = (operation: string, request: Call = {}) =>
    send(operation, { key: merchant.sandbox.keys.full, ...request })
  return {
    url,
    db,
    pool: database.pool,
    hotPool: database.hotPool,
    owner: database.owner,
    databaseUrl: database.url,
    clock,
    encryptionKey,
    app,
    logs,
    ...merchant,
    other,
    call,
    ok: async <T>(operation: string, request?: Call) => {
      const reply = await call(operation, request)
      if (reply.status !== 200) {
        throw new Error(`${operation} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      }
      return reply.body as T
    },
    fails: async (operation, request) => {
      const { status, body } = await call(operation, request)
      if (status < 400) throw new Error(`${operation} succeeded: ${JSON.stringify(body)}`)
      return { status, ...(body as ErrorBody).error }
    },
    stop: async () => {
      if (isReusable && (await isAtRest(running)) && (await clearDatabase(database.owner))) {
        idle.set(key, [...(idle.get(key) ?? []), running])
        return
      }
      await app.server.close()
      await returnTestDatabase(database)
    },
  }
}

async function runApp(options: TestAppOptions): Promise<RunningApp> {
  const database = await borrowTestDatabase()
  const clock = new TestClock(START)
  const encryptionKey = randomBytes(32)
  const logs: string[] = []
  const port = options.isReachable ? await freePort() : 0
  const app = createApp({
    pool: database.pool,
    hotPool: database.hotPool,
    clock,
    logger: createLogger('info', (line) => logs.push(line)),
    encryptionKey,
    publicUrl: options.isReachable ? `http://127.0.0.1:${port}` : 'http://purser.test',
    rateLimit: options.rateLimit ?? 'off',
    metricsToken: options.metricsToken,
    ...(options.paymentProviders && { paymentProviders: options.paymentProviders }),
    allowPrivateUrls: options.allowPrivateUrls ?? true,
    model: options.model,
  })
  let openRequests = 0
  app.server.addHook('onRequest', (_request, reply, done) => {
    openRequests += 1
    reply.raw.once('close', () => {
      openRequests -= 1
    })
    done()
  })
  const url = await app.server.listen({ host: '127.0.0.1', port })
  return { app, url, database, clock, encryptionKey, logs, openRequests: () => openRequests }
}

/** Waits briefly for open requests. Returns false if some stay open or the server was closed. */
async function isAtRest({ app, openRequests }: RunningApp): Promise<boolean> {
  for (let looks = 0; looks < 50 && openRequests() > 0; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return openRequests() === 0 && app.server.server.listening
}

async function createMerchant(
  db: Database,
  clock: TestClock,
  encryptionKey: Uint8Array,
  name: string,
) {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const organization = await createOrganization(tx, {
      name,
      defaultCurrency: 'usd',
      timezone: 'UTC',
      encryptionKey,
      now,
    })
    const prepare = async (kind: 'sandbox' | 'live'): Promise<TestEnvironment> => {
      const environment = organization.environments.find((candidate) => candidate.kind === kind)
      if (!environment) throw new Error(`The organization has no ${kind} environment.`)
      const key = async (scope: 'full' | 'read' | 'runtime' | 'publishable') =>
        (await createApiKey(tx, { environment, scope, name: scope, now })).key
      const tenancy = {
        environmentId: environment.id,
        organizationId: organization.id,
        environment: kind,
      }
      return {
        ...tenancy,
        keys: {
          full: await key('full'),
          read: await key('read'),
          runtime: await key('runtime'),
          publishable: await key('publishable'),
        },
        scope: () => ({ ...tenancy, now: clock.now() }),
      }
    }
    return { sandbox: await prepare('sandbox'), live: await prepare('live') }
  })
}

/** A clock that moves only when a test moves it. */
class TestClock implements Clock {
  #now: Date

  constructor(at: string) {
    this.#now = new Date(at)
  }

  now(): Date {
    return new Date(this.#now)
  }

  set(at: string): void {
    this.#now = new Date(at)
  }

  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0, days = 0 } = by
    this.#now = new Date(
      this.#now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000,
    )
  }
}
