import { randomBytes } from 'node:crypto'
import { errorBody } from '@purser/contract'
import type pg from 'pg'
import type { App } from '../../../src/app.ts'
import { bucketOf } from '../../../src/kernel/bucket.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { withoutForeignKeys } from '../../harness/database/clearDatabase.ts'
import { tunePool } from '../../harness/database/tunePool.ts'
import type { Catalog, Plan } from '../../model/catalog.ts'
import type { Answer } from '../../model/operation.ts'
import type { DunningEnd } from '../../model/subscriptions/billing.ts'
import { type CatalogName, catalogs, type SimulatedCatalog } from '../script/catalogs.ts'
import type { Product } from './product.ts'
import { type Rewrite, schedulePool, warmUp } from './scheduledPool.ts'
import { Scheduler } from './scheduler.ts'

/** Two server processes on one database, from the database's point of view. */
const SERVERS = 2
const CONNECTIONS = 8
const HOT_CONNECTIONS = 4

/**
 * Tables without a customer column that are emptied with the customers: clocks, the provider's
 * book, the queue.
 */
const TABLES_WITHOUT_CUSTOMER = [
  'test_clocks',
  'invoice_counters',
  'plan_migrations',
  'provider_events',
  'idempotency_keys',
  'sandbox_faults',
  'sandbox_events',
  'sandbox_requests',
  'sandbox_disputes',
  'sandbox_refunds',
  'sandbox_intents',
  'sandbox_methods',
  'sandbox_customers',
  'graphile_worker._private_jobs',
]

export interface SystemOptions {
  readonly product: Product
  /** An empty, migrated database. */
  readonly databaseUrl: string
  readonly rewrite?: Rewrite
  /** SQL that runs as the database owner before anything else. */
  readonly sabotage?: string
}

export interface Tenant {
  readonly scope: Omit<Scope, 'now'>
  readonly key: string
  readonly catalog: Catalog
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The real application. The simulation decides its clock and the order of its statements. */
export class System {
  readonly product: Product
  readonly scheduler: Scheduler
  /** A pool with owner rights, outside the schedule, for observing and cleaning up. */
  readonly owner: pg.Pool
  readonly #pools: { pool: pg.Pool; hotPool: pg.Pool }[]
  readonly #tenants = new Map<CatalogName, Tenant>()
  readonly #encryptionKey = randomBytes(32)
  /** Catalogs whose plans got other terms in the previous run. */
  readonly #editedCatalogs = new Set<CatalogName>()
  /** True once the statement to rewrite was sent. */
  hasRewritten = false
  #emptied: readonly string[] | null = null
  #apps: App[] = []
  #now = new Date(0)

  private constructor({ product, databaseUrl, rewrite }: SystemOptions) {
    this.product = product
    const { createPool } = product.pool
    this.owner = createPool({ connectionString: databaseUrl, max: 4, as: 'owner' })
    tunePool(this.owner)
    this.scheduler = new Scheduler((processId) => this.#isBlocked(processId))
    const createScheduledPool = (as: 'app' | 'hot', max: number): pg.Pool => {
      const pool = createPool({ connectionString: databaseUrl, max, as })
      tunePool(pool)
      schedulePool(pool, this.scheduler, (text) => {
        const rewritten = rewrite ? rewrite(text) : text
        this.hasRewritten ||= rewritten !== text
        return rewritten
      })
      return pool
    }
    this.#pools = Array.from({ length: SERVERS }, () => ({
      pool: createScheduledPool('app', CONNECTIONS),
      hotPool: createScheduledPool('hot', HOT_CONNECTIONS),
    }))
  }

  static async start(options: SystemOptions): Promise<System> {
    const system = new System(options)
    if (options.sabotage) await system.owner.query(options.sabotage)
    const pools = system.#pools.flatMap(({ pool, hotPool }) => [pool, hotPool])
    await Promise.all(pools.map(warmUp))
    return system
  }

  async #isBlocked(processId: number): Promise<boolean> {
    const { rows } = await this.owner.query<{ blocked: boolean }>(
      'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
      [processId],
    )
    return rows[0]?.blocked === true
  }

  /** Resets the servers to their state after a start, on a database without customers. */
  async restart(now: Date): Promise<void> {
    await this.#stopServers()
    await this.#forgetCustomers()
    this.#now = now
    const { createApp } = this.product.app
    this.#apps = this.#pools.map((pools) =>
      createApp({
        ...pools,
        clock: { now: () => new Date(this.#now) },
        logger: this.product.logger.createLogger('fatal', () => {}),
        encryptionKey: this.#encryptionKey,
        publicUrl: 'http://purser.test',
        rateLimit: 'off',
        metricsToken: undefined,
        allowPrivateUrls: true,
      }),
    )
  }

  async #stopServers(): Promise<void> {
    await Promise.all(this.#apps.map(({ server }) => server.close()))
    this.#apps = []
  }

  async #tablesOfCustomers(): Promise<string[]> {
    const { rows } = await this.owner.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'bucket'`,
    )
    return rows.map(({ table_name }) => table_name)
  }

  async #forgetCustomers(): Promise<void> {
    this.#emptied ??= await this.#tablesOfCustomers()
    const deletes = [...this.#emptied, ...TABLES_WITHOUT_CUSTOMER].map(
      (table) => `DELETE FROM ${table}`,
    )
    await this.owner.query(
      withoutForeignKeys([
        ...deletes,
        // The product records a key's use only if the last recorded use is old enough, so each run
        // starts with an unused key.
        'UPDATE api_keys SET last_used_at = NULL',
        'UPDATE coupons SET redemptions = 0 WHERE redemptions > 0',
      ]),
    )
  }

  get now(): Date {
    return new Date(this.#now)
  }

  set now(instant: Date) {
    this.#now = new Date(instant)
  }

  /** Creates or sets a test clock. */
  async setTestClock({ scope }: Tenant, id: string, now: Date): Promise<void> {
    await this.owner.query(
      `INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at)
       VALUES ($1, $2, $3, $3, $3)
       ON CONFLICT (environment_id, id) DO UPDATE SET frozen_time = EXCLUDED.frozen_time`,
      [scope.environmentId, id, now],
    )
  }

  /** Sets the merchant's choice for invoices whose retries all failed. */
  async setDunningEnd({ key }: Tenant, dunningEnd: DunningEnd): Promise<void> {
    await this.#body(key, 'updateOrganization', { body: { dunningEnd } })
  }

  server(index: number): App {
    const app = this.#apps[index % this.#apps.length]
    if (!app) throw new Error('the servers have not been started')
    return app
  }

  /** Returns the merchant with this catalog. Creates it on first use. */
  async tenant(name: CatalogName): Promise<Tenant> {
    const existing = this.#tenants.get(name)
    if (existing) return this.#restoreCatalog(name, existing)
    const { createOrganization, createApiKey } = this.product.organizations
    const { db } = this.server(0)
    const { scope, key } = await this.product.transaction.withTransaction(db, async (tx) => {
      const organization = await createOrganization(tx, {
        name,
        defaultCurrency: 'usd',
        timezone: 'UTC',
        encryptionKey: this.#encryptionKey,
        now: this.#now,
      })
      const environment = organization.environments.find(({ kind }) => kind === 'sandbox')
      if (!environment) throw new Error('no sandbox')
      const created = await createApiKey(tx, {
        environment,
        scope: 'full',
        name,
        now: this.#now,
      })
      const tenancy = { organizationId: organization.id, environmentId: environment.id }
      return { scope: { ...tenancy, environment: 'sandbox' as const }, key: created.key }
    })
    const { document, taxRates = [] } = catalogs[name] as SimulatedCatalog
    await this.#body(key, 'putCatalog', { body: document })
    for (const body of taxRates) await this.#body(key, 'createTaxRate', { body })
    const catalog: Catalog = {
      metrics: await this.#list(key, 'listMetrics'),
      features: await this.#list(key, 'listFeatures'),
      creditCurrencies: await this.#list(key, 'listCreditCurrencies'),
      plans: await this.#list(key, 'listPlans'),
      creditPackages: await this.#list(key, 'listCreditPackages'),
      coupons: await this.#list(key, 'listCoupons'),
      taxRates: await this.#list(key, 'listTaxRates'),
    }
    const tenant = { scope, key, catalog }
    this.#tenants.set(name, tenant)
    return tenant
  }

  /** Gives a plan its alternative terms, which creates a version if the plan has subscribers. */
  async editPlan(name: CatalogName, { key, catalog }: Tenant, slug: string): Promise<Catalog> {
    this.#editedCatalogs.add(name)
    const params = { id: slug }
    await this.#body(key, 'updatePlan', { params, body: catalogs[name].edits?.[slug] })
    const plans = await this.#list<Plan>(key, 'listPlans')
    const isOnSale = (plan: Plan): boolean =>
      plans.some(({ id, version }) => id === plan.id && version === plan.version)
    const before = catalog.plans.filter((plan) => !isOnSale(plan))
    return { ...catalog, plans, older: [...(catalog.older ?? []), ...before] }
  }

  /**
   * Restores the original catalog. There are no customers at this point, so this creates no
   * version.
   */
  async #restoreCatalog(name: CatalogName, tenant: Tenant): Promise<Tenant> {
    if (!this.#editedCatalogs.delete(name)) return tenant
    const { key } = tenant
    const { document, edits = {} } = catalogs[name]
    for (const [slug, edit] of Object.entries(edits)) {
      const { [slug]: plan } = document.plans as Record<string, Record<string, unknown>>
      const body = Object.fromEntries(Object.keys(edit).map((part) => [part, plan?.[part]]))
      await this.#body(key, 'updatePlan', { params: { id: slug }, body })
    }
    const plans = await this.#list<Plan>(key, 'listPlans')
    const restored = { ...tenant, catalog: { ...tenant.catalog, plans } }
    this.#tenants.set(name, restored)
    return restored
  }

  async #list<T>(key: string, operation: string): Promise<T[]> {
    return (await this.#body<{ data: T[] }>(key, operation, { query: { limit: '100' } })).data
  }

  async #body<T>(key: string, operation: string, call: CallOptions): Promise<T> {
    const { status, body } = await this.call(0, key, operation, call)
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
    return body as T
  }

  webhookSecret(environmentId: string): Buffer {
    return this.product.webhook.webhookSecretOf(environmentId, this.#encryptionKey)
  }

  /** The client secret of a form, as the customer's browser has it. */
  form(server: number, environmentId: string, intentId: string) {
    const { createSandboxForms } = this.product.forms
    const intent = { environmentId, id: intentId }
    return {
      forms: createSandboxForms(this.server(server).db, this.#encryptionKey),
      secret: this.product.clientSecret.clientSecretOf(intent, this.#encryptionKey),
    }
  }

  bucketOf(environmentId: string, customerId: string): number {
    return bucketOf(environmentId, customerId)
  }

  /** Creates a customer id in this bucket, so that a run does not depend on the tenant's id. */
  customerIdIn(environmentId: string, bucket: number, name: string): string {
    for (let at = 0; ; at += 1) {
      if (bucketOf(environmentId, `${name}-${at}`) === bucket) return `${name}-${at}`
    }
  }

  /** Calls an endpoint of one of the servers. */
  async call(
    server: number,
    key: string,
    operation: string,
    { params = {}, query = {}, headers = {}, body }: CallOptions,
  ): Promise<Answer> {
    const app = this.server(server)
    const endpoint = app.routes.find((route) => route.operation === operation)?.endpoint
    if (!endpoint) throw new Error(`no operation ${operation}`)
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const response = await app.server.inject({
      method: endpoint.method,
      url: path,
      query: { ...query },
      headers: {
        ...headers,
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const answer: unknown = JSON.parse(response.payload)
    const schema = response.statusCode === 200 ? endpoint.response : errorBody
    schema.parse(answer)
    return response.statusCode === 200
      ? { status: 200, body: answer }
      : { status: response.statusCode, code: errorBody.parse(answer).error.code }
  }

  /** Lists the violated invariants. */
  async violatedInvariants(): Promise<string[]> {
    const { checkInvariants } = this.product.invariants
    const found = await checkInvariants(this.owner, this.server(0).invariants)
    return found.map(({ name, examples }) => `${name}: ${examples.join(', ')}`)
  }

  async stop(): Promise<void> {
    await this.#stopServers()
    const pools = this.#pools.flatMap(({ pool, hotPool }) => [pool, hotPool])
    await Promise.all([...pools, this.owner].map((pool) => pool.end()))
  }
}
