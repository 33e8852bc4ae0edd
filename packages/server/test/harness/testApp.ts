import { randomBytes } from 'node:crypto'
import type { ErrorBody } from '@purser/contract'
import type pg from 'pg'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { createApiKey, createOrganization } from '../../src/modules/organizations/index.ts'
import type { ProviderAdapter } from '../../src/modules/payments/index.ts'
import { createDatabase, type Database } from '../../src/platform/db/database.ts'
import type { RateLimit } from '../../src/platform/http/rateLimiter.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { type Call, createCaller, type Reply } from './callApi.ts'
import { freePort } from './freePort.ts'
import { TestClock } from './testClock.ts'
import { createTestDatabase } from './testDatabase.ts'

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
  /** A second merchant, to whom nothing of the first one may show. */
  other: { sandbox: TestEnvironment; live: TestEnvironment }
  hotPool: pg.Pool
  /** Connections that may do anything, as the job queue's do. */
  owner: pg.Pool
  /** Calls an endpoint by its operation name with the sandbox's full key unless told otherwise. */
  call(operation: string, call?: Call): Promise<Reply>
  /** The body of a call that must succeed. */
  ok<T = Record<string, unknown>>(operation: string, call?: Call): Promise<T>
  /** The error of a call that must fail. */
  fails(operation: string, call?: Call): Promise<ErrorBody['error'] & { status: number }>
  stop(): Promise<void>
}

interface TestAppOptions {
  /** Payment providers that take the place of the built-in ones of their name. */
  paymentProviders?: readonly ProviderAdapter[]
  /** Its public address is where it listens, so that the sandbox provider's webhooks arrive. */
  isReachable?: boolean
  rateLimit?: RateLimit
  metricsToken?: string
  /** Allowed unless told otherwise: whoever is called in a test is on this machine. */
  allowPrivateUrls?: boolean
  /** Helps to read pricing pages. */
  model?: AppOptions['model']
}

/** The real application on a real database and a real port, with a clock that the test moves. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const clock = new TestClock('2026-01-15T12:00:00.000Z')
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
  const url = await app.server.listen({ host: '127.0.0.1', port })
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
      await app.server.close()
      await database.drop()
    },
  }
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
      if (!environment) throw new Error(`no ${kind} environment`)
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
