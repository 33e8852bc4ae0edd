import type { SettlementOutcome, Subscription } from '@purser/contract'
import { expect } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import { createCatalog } from '../../../../test/harness/app/createCatalog.ts'
import { drainJobs } from '../../../../test/harness/app/drainJobs.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { type InvoiceRecord, listInvoiceLines, listInvoices } from '../../invoicing/read.ts'
import { createSandboxForms } from '../../payments/providers/sandbox/index.ts'
import {
  type CardBehaviour,
  testCards,
} from '../../payments/providers/sandbox/methods/testCards.core.ts'
import { shopCatalog } from './shopCatalog.ts'

type ShownInvoice = InvoiceRecord & {
  lines: { description: string; type: string; subtotal: number; total: number }[]
}

/** The application with plans of every kind and the real sandbox provider. */
export interface SubscriptionBench {
  app: TestApp
  billing: Billing
  /** Creates a customer, by default self-serve and without a card. */
  customer(id: string, body?: Record<string, unknown>): Promise<string>
  card(customerId: string, behaviour?: string): Promise<{ id: string }>
  /** Creates a customer with a card. */
  payer(id: string, body?: Record<string, unknown>): Promise<string>
  subscribe(
    customerId: string,
    planId: string,
    body?: object,
    call?: Call,
  ): Promise<SettlementOutcome>
  /** Subscribes and returns the subscription. */
  subscribed(customerId: string, planId: string, body?: object): Promise<Subscription>
  /** Returns the error of a subscription that must be refused. */
  refused(customerId: string, planId: string, body?: object): ReturnType<TestApp['fails']>
  get(id: string): Promise<Subscription>
  /** Lists a customer's subscriptions, newest first. */
  list(customerId: string): Promise<Subscription[]>
  /** Lists a customer's invoices, oldest first. */
  invoices(customerId: string): Promise<ShownInvoice[]>
  balance(customerId: string, slug?: string): Promise<number>
  /** Submits the payment form. */
  pay(client: { token: string } | undefined, behaviour?: CardBehaviour): Promise<void>
  /** Moves the clock to an instant and runs the due work. */
  to(instant: string): Promise<void>
  /** Runs the jobs of one minute, and the jobs that they enqueue. */
  tick(): Promise<void>
  run(task: string, payload?: unknown): Promise<void>
  charges(customerId: string): Promise<{ amount: number; status: string }[]>
  track(customerId: string, quantity: number, timestamp?: string): Promise<unknown>
  /** Lists the types of the subscription events that were emitted. */
  eventTypes(customerId: string): Promise<string[]>
  access(customerId: string, featureSlug?: string): Promise<boolean>
  expectSound(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MINUTE = [
  'renewDueSubscriptions',
  'deliverSandboxEvents',
  'sweepProviderEvents',
  'collectDueInvoices',
  'sweepRefunds',
] as const

export async function startSubscriptionBench(
  options: Parameters<typeof startTestApp>[0] = {},
  catalog: (app: TestApp) => Promise<void> = shopCatalog,
): Promise<SubscriptionBench> {
  const app = await startTestApp({ isReachable: true, ...options })
  await createCatalog(app, catalog)
  const forms = createSandboxForms(app.db, app.encryptionKey)
  const run = async (task: string, payload: unknown = {}) => {
    const handle = app.app.jobs.handlers[task]
    if (!handle) throw new Error(`no job ${task}`)
    await handle(payload)
  }
  const bench: SubscriptionBench = {
    app,
    billing: app.app.billing,
    run,
    customer: async (id, body = {}) => {
      await app.ok('putCustomer', { params: { customerId: id }, body })
      return id
    },
    card: (customerId, behaviour = 'success') =>
      app.ok('attachSandboxPaymentMethod', { body: { customerId, behaviour, isDefault: true } }),
    payer: async (id, body) => {
      await bench.customer(id, body)
      await bench.card(id)
      return id
    },
    subscribe: (customerId, planId, body = {}, call = {}) =>
      app.ok<SettlementOutcome>('createSubscription', {
        ...call,
        body: { customerId, planId, ...body },
      }),
    subscribed: async (customerId, planId, body) => {
      const outcome = await bench.subscribe(customerId, planId, body)
      return bench.get((outcome as { subscriptionId: string }).subscriptionId)
    },
    refused: (customerId, planId, body = {}) =>
      app.fails('createSubscription', { body: { customerId, planId, ...body } }),
    get: (id) => app.ok<Subscription>('getSubscription', { params: { id } }),
    list: async (customerId) =>
      (await app.ok<{ data: Subscription[] }>('listSubscriptions', { query: { customerId } })).data,
    invoices: (customerId) =>
      withTransaction(
        app.db,
        async (tx) => {
          const { environmentId } = app.sandbox
          const page = { limit: 100, after: null }
          const invoices = await listInvoices(tx, environmentId, { customerId }, page)
          return Promise.all(
            invoices.reverse().map(async (invoice) => ({
              ...invoice,
              lines: (await listInvoiceLines(tx, environmentId, invoice.id)).map(
                ({ description, type, subtotal, total }) => ({
                  description,
                  type,
                  subtotal,
                  total,
                }),
              ),
            })),
          )
        },
        'read',
      ),
    balance: async (customerId, slug = 'ink') => {
      const { data } = await app.ok<{ data: { balance: number; currency: { slug: string } }[] }>(
        'listCreditAccounts',
        { params: { customerId } },
      )
      return data.find(({ currency }) => currency.slug === slug)?.balance ?? 0
    },
    pay: async (client, behaviour = 'success') => {
      const { brand, number } = testCards[behaviour]
      const card = { behaviour, brand, last4: number.slice(-4), expMonth: 12, expYear: 2040 }
      expect(await forms.confirmIntent(client?.token ?? '', card, app.clock.now())).not.toBeNull()
    },
    to: async (instant) => {
      const ms = new Date(instant).getTime() - app.clock.now().getTime()
      app.clock.advance({ seconds: ms / 1000 })
      await bench.tick()
    },
    tick: async () => {
      for (const task of EVERY_MINUTE) await run(task)
      await drainJobs(app)
    },
    charges: async (customerId) =>
      (
        await app.ok<{ charges: { amount: number; status: string }[] }>('getSandboxBook', {
          query: { customerId },
        })
      ).charges,
    track: (customerId, quantity, timestamp = app.clock.now().toISOString()) =>
      app.ok('trackUsage', {
        body: { events: [{ customerId, eventName: 'call.made', quantity, timestamp }] },
      }),
    eventTypes: async (customerId) => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE customer_id = $1 AND type LIKE 'subscription.%'
         ORDER BY created_at, id`,
        [customerId],
      )
      return rows.map(({ type }) => type.slice('subscription.'.length))
    },
    access: async (customerId, featureSlug = 'reports') => {
      const { access } = await app.ok<{ access: boolean }>('check', {
        body: { customerId, featureSlug },
      })
      return access
    },
    expectSound: async () => {
      expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
    },
    stop: () => app.stop(),
  }
  return bench
}
