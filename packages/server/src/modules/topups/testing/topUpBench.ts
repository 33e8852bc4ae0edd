import type {
  AutoTopUp,
  CreditAccount,
  LedgerEntry,
  PaymentMethod,
  SettlementOutcome,
  TopUpAttempt,
} from '@purser/contract'
import { expect } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import { createCatalog } from '../../../../test/harness/app/createCatalog.ts'
import { drainJobs } from '../../../../test/harness/app/drainJobs.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { waitForBlocked } from '../../../platform/db/testing/waitForBlocked.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { createSandboxForms } from '../../payments/providers/sandbox/index.ts'
import {
  type CardBehaviour,
  testCards,
} from '../../payments/providers/sandbox/methods/testCards.core.ts'
import { sandboxOracle } from '../../payments/testing/sandboxOracle.ts'
import { attachPlan } from '../../subscriptions/index.ts'

interface BookEntry {
  id: string
  attemptId: string
  amount: number
  currency: string
  status: string
}

interface Book {
  charges: BookEntry[]
  refunds: BookEntry[]
}

const SWEEPERS = [
  'deliverSandboxEvents',
  'sweepProviderEvents',
  'sweepTopUpAttempts',
  'sweepRefunds',
] as const

/** Runs the application with the sandbox provider, whose webhooks arrive over HTTP. */
export interface TopUpBench {
  app: TestApp
  /** Creates a customer, self-serve and without a card by default. */
  customer(id: string, body?: Record<string, unknown>): Promise<string>
  /** Adds a test card with the given behavior as the default method. */
  card(customerId: string, behaviour?: string): Promise<{ id: string }>
  methods(customerId: string): Promise<PaymentMethod[]>
  topUp(customerId: string, amountCents?: number, more?: Call): Promise<SettlementOutcome>
  /** Makes a top-up that must fail and returns its error. */
  noTopUp(customerId: string, body?: Record<string, unknown>): ReturnType<TestApp['fails']>
  buy(customerId: string, packageSlug?: string, body?: object): Promise<SettlementOutcome>
  /** Completes the payment form, or passes or fails the bank's challenge. */
  pay(client: { token: string } | undefined, behaviour?: CardBehaviour): Promise<void>
  challenge(client: { token: string } | undefined, answer: 'approve' | 'fail'): Promise<void>
  /** Sets a rule on the money wallet. */
  rule(customerId: string, rule?: Record<string, unknown>): Promise<AutoTopUp>
  /** Creates a customer with a card, this balance and a rule that fires at 100. */
  refilled(id: string, balance?: number, rule?: Record<string, unknown>): Promise<string>
  /** Spends from the money wallet. */
  spend(customerId: string, amount: number): Promise<unknown>
  grant(customerId: string, amount: number, more?: object): Promise<unknown>
  /**
   * Subscribes a customer to a plan on which `chat.sent` costs money and `image.made` costs images.
   */
  subscribe(customerId: string): Promise<void>
  wallet(customerId: string, slug?: string): Promise<CreditAccount>
  /** Newest first. */
  attempts(customerId: string): Promise<TopUpAttempt[]>
  ledger(customerId: string): Promise<LedgerEntry[]>
  /** The lines that wait for the next invoice. */
  owed(customerId: string): Promise<{ amount: number; currency: string; source: string }[]>
  faults(...faults: Record<string, unknown>[]): Promise<unknown>
  book(customerId: string): Promise<Book>
  /** Runs all queued jobs. */
  drain(): Promise<void>
  /** Runs the sweeper of top-ups. */
  sweep(): Promise<void>
  /** Runs every sweeper once, then all queued jobs. */
  sweepAll(): Promise<void>
  /** Runs a job by its name. */
  run(task: string, payload?: unknown): Promise<void>
  /** Starts tasks that all wait for the customer's lock, then releases it. */
  atOnce(customerId: string, works: (() => Promise<unknown>)[]): Promise<void>
  eventTypes(customerId: string): Promise<string[]>
  expectSound(): Promise<void>
  /** Checks that the provider's records match ours. Call it only when no work is pending. */
  expectSameBooks(): Promise<void>
  stop(): Promise<void>
}

export async function startTopUpBench(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<TopUpBench> {
  const app = await startTestApp({ isReachable: true, ...options })
  await createCatalog(app, topUpCatalog)
  const money = { creditCurrencyId: 'money' }
  const forms = createSandboxForms(app.db, app.encryptionKey)
  const run = async (task: string, payload: unknown = {}) => {
    const handle = app.app.jobs.handlers[task]
    if (!handle) throw new Error(`no job ${task}`)
    await handle(payload)
  }
  const topUpBody = (customerId: string, more: object) => ({
    customerId,
    ...money,
    amountCents: 1_000,
    ...more,
  })
  const listOf = async <T>(operation: string, call: Call) =>
    (await app.ok<{ data: T[] }>(operation, call)).data
  const bench: TopUpBench = {
    app,
    customer: async (id, body = {}) => {
      await app.ok('putCustomer', { params: { customerId: id }, body })
      return id
    },
    card: (customerId, behaviour = 'success') =>
      app.ok('attachSandboxPaymentMethod', { body: { customerId, behaviour, isDefault: true } }),
    methods: (customerId) => listOf('listPaymentMethods', { query: { customerId } }),
    topUp: (customerId, amountCents = 1_000, more = {}) => {
      const body = topUpBody(customerId, { amountCents, ...(more.body as object) })
      return app.ok<SettlementOutcome>('topUp', { ...more, body })
    },
    noTopUp: (customerId, body = {}) => app.fails('topUp', { body: topUpBody(customerId, body) }),
    buy: (customerId, packageSlug = 'images-500', body = {}) =>
      app.ok<SettlementOutcome>('buyCreditPackage', {
        params: { id: packageSlug },
        body: { customerId, ...body },
      }),
    pay: async (client, behaviour = 'success') => {
      const { brand, number } = testCards[behaviour]
      const card = { behaviour, brand, last4: number.slice(-4), expMonth: 12, expYear: 2040 }
      expect(await forms.confirmIntent(client?.token ?? '', card, app.clock.now())).not.toBeNull()
    },
    challenge: async (client, answer) => {
      const now = app.clock.now()
      expect(await forms.answerChallenge(client?.token ?? '', answer, now)).not.toBeNull()
    },
    rule: (customerId, rule = {}) =>
      app.ok<AutoTopUp>('setAutoTopUp', {
        params: { customerId, ...money },
        body: { mode: 'amount', topupAmount: 1_000, threshold: 100, ...rule },
      }),
    refilled: async (id, balance = 500, rule = {}) => {
      await bench.customer(id)
      await bench.card(id)
      await bench.grant(id, balance)
      await bench.rule(id, rule)
      return id
    },
    spend: (customerId, amount) =>
      app.ok('createAdjustment', { body: { customerId, ...money, amount: -amount } }),
    grant: (customerId, amount, more = {}) =>
      app.ok('createGrant', { body: { customerId, ...money, amount, ...more } }),
    subscribe: async (customerId) => {
      const scope = app.sandbox.scope()
      await withTransaction(app.db, (tx) => attachPlan(tx, scope, { customerId, planId: 'use' }))
    },
    wallet: async (customerId, slug = 'money') => {
      const wallets = await listOf<CreditAccount>('listCreditAccounts', { params: { customerId } })
      const wallet = wallets.find(({ currency }) => currency?.slug === slug)
      if (!wallet) throw new Error(`${customerId} has no wallet of ${slug}`)
      return wallet
    },
    attempts: (customerId) => listOf('listTopUpAttempts', { query: { customerId, limit: 100 } }),
    ledger: (customerId) => listOf('listLedgerEntries', { query: { customerId, limit: 100 } }),
    owed: async (customerId) => {
      const { rows } = await app.pool.query(
        `SELECT amount, currency, source FROM pending_invoice_lines WHERE customer_id = $1
         ORDER BY created_at, id`,
        [customerId],
      )
      return rows
    },
    faults: (...faults) => app.ok('setSandboxFaults', { body: { faults } }),
    book: (customerId) => app.ok<Book>('getSandboxBook', { query: { customerId } }),
    drain: () => drainJobs(app),
    sweep: () => run('sweepTopUpAttempts'),
    sweepAll: async () => {
      for (const sweeper of SWEEPERS) await run(sweeper)
      await drainJobs(app)
    },
    run,
    atOnce: async (customerId, works) => {
      const lock = await app.pool.connect()
      await lock.query('BEGIN')
      await lock.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customerId])
      const done = Promise.all(works.map((work) => work()))
      try {
        await waitForBlocked(app.owner, { count: works.length, unless: done })
      } finally {
        await lock.query('ROLLBACK')
        lock.release()
      }
      await done
    },
    eventTypes: async (customerId) => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE customer_id = $1
         AND type ~ '^(payment\\.|topup|credits.low)' ORDER BY created_at, id`,
        [customerId],
      )
      return rows.map(({ type }) => type)
    },
    expectSound: async () => {
      expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
    },
    expectSameBooks: async () => {
      expect(await checkInvariants(app.pool, sandboxOracle)).toEqual([])
    },
    stop: () => app.stop(),
  }
  return bench
}

async function topUpCatalog(app: TestApp): Promise<void> {
  await app.ok('createCreditCurrency', {
    body: { name: 'Money', slug: 'money', denomination: 'usd' },
  })
  await app.ok('createCreditCurrency', {
    body: { name: 'Images', slug: 'images', denomination: 'unit' },
  })
  await app.ok('createCreditPackage', {
    body: {
      name: '500 images',
      slug: 'images-500',
      creditCurrencyId: 'images',
      credits: 500,
      price: 2_500,
      currency: 'usd',
      expiresAfterDays: 30,
      priority: 7,
    },
  })
  const metered = async (name: string, eventName: string, creditCurrencyId: string) => {
    await app.ok('createMetric', { body: { name, slug: name, eventName, aggregation: 'sum' } })
    await app.ok('createFeature', {
      body: {
        name,
        slug: name,
        type: 'credit',
        metricId: name,
        creditCurrencyId,
        creditCost: { perUnit: '1' },
      },
    })
  }
  await metered('chats', 'chat.sent', 'money')
  await metered('images', 'image.made', 'images')
  await app.ok('createProduct', { body: { name: 'App', slug: 'app' } })
  await app.ok('createPlan', {
    body: {
      productId: 'app',
      name: 'Use',
      slug: 'use',
      currency: 'usd',
      interval: 'month',
      entitlements: [{ featureSlug: 'chats' }, { featureSlug: 'images' }],
    },
  })
}
