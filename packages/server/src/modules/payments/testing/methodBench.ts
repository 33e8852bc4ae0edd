import type { PaymentMethod } from '@purser/contract'
import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { withoutForeignKeys } from '../../../../test/harness/database/clearDatabase.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { attachPlan } from '../../subscriptions/index.ts'
import { attachPaymentMethod } from '../methods/attachPaymentMethod.ts'
import { createPaymentProviders, type PaymentProviders } from '../providers/paymentProviders.ts'
import type { PaymentMethodRecord } from '../read.ts'
import { MemoryProvider } from './MemoryProvider.ts'

/** An application with the customer "jane" and an in-memory provider. */
export interface MethodBench {
  app: TestApp
  provider: MemoryProvider
  providers: PaymentProviders
  scope(): Scope
  run<T>(work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T>
  /** Saves a card of the customer. */
  attach(more?: {
    customerId?: string
    isDefault?: boolean
    expMonth?: number
    expYear?: number
  }): Promise<PaymentMethodRecord>
  list(customerId?: string): Promise<PaymentMethod[]>
  defaultOf(customerId?: string): Promise<string | undefined>
  subscribe(customerId?: string): Promise<string>
  /** Enables auto-top-up for a wallet of the customer and returns the wallet's id. */
  enableAutoTopUp(customerId?: string): Promise<string>
  /** The types of the payment method events so far, oldest first. */
  eventTypes(): Promise<string[]>
  expectSound(): Promise<void>
  /** Deletes everything except an empty customer "jane". */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startMethodBench(): Promise<MethodBench> {
  const provider = new MemoryProvider()
  const app = await startTestApp({ paymentProviders: [provider] })
  const beginning = app.clock.now()
  // All tables of customer data have a bucket.
  const { rows } = await app.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'bucket'`,
  )
  const deleteAll = withoutForeignKeys(rows.map(({ name }) => `DELETE FROM ${name}`))
  await app.ok('createCreditCurrency', {
    body: { name: 'Money', slug: 'money', denomination: 'usd' },
  })
  const product = await app.ok<{ id: string }>('createProduct', { body: { name: 'P' } })
  const plan = await app.ok<{ id: string }>('createPlan', {
    body: { productId: product.id, name: 'Plan', currency: 'usd', interval: 'month' },
  })
  const scope = () => app.sandbox.scope()
  const run = <T>(work: (tx: Tx, scope: Scope) => Promise<T>) =>
    withTransaction(app.db, (tx) => work(tx, scope()))
  const list = async (customerId = 'jane') =>
    (await app.ok<{ data: PaymentMethod[] }>('listPaymentMethods', { query: { customerId } })).data
  return {
    app,
    provider,
    providers: createPaymentProviders(app.db, [provider], new Uint8Array(32)),
    scope,
    run,
    attach: ({ customerId = 'jane', isDefault, ...card } = {}) => {
      const method = provider.save(customerId, card)
      const attachment = { customerId, provider: provider.id, method }
      return run((tx) =>
        attachPaymentMethod(tx, scope(), {
          ...attachment,
          ...(isDefault !== undefined && { isDefault }),
        }),
      )
    },
    list,
    defaultOf: async (customerId) => (await list(customerId)).find((each) => each.isDefault)?.id,
    subscribe: async (customerId = 'jane') =>
      (await run((tx) => attachPlan(tx, scope(), { customerId, planId: plan.id }))).id,
    enableAutoTopUp: async (customerId = 'jane') => {
      await app.ok('createGrant', {
        body: { customerId, creditCurrencyId: 'money', amount: 10 },
      })
      await app.ok('setAutoTopUp', {
        params: { customerId, creditCurrencyId: 'money' },
        body: { mode: 'amount', topupAmount: 1_000, threshold: 2.5 },
      })
      const { data } = await app.ok<{ data: { id: string }[] }>('listCreditAccounts', {
        params: { customerId },
      })
      return data[0]?.id ?? ''
    },
    eventTypes: async () => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE type LIKE 'payment_method.%' ORDER BY created_at, id`,
      )
      return rows.map(({ type }) => type.replace('payment_method.', ''))
    },
    expectSound: async () => {
      expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
    },
    reset: async () => {
      await app.owner.query(deleteAll)
      await app.ok('putCustomer', { params: { customerId: 'jane' }, body: {} })
      provider.forget()
      const passed = app.clock.now().getTime() - beginning.getTime()
      app.clock.advance({ seconds: -passed / 1000 })
    },
    stop: () => app.stop(),
  }
}
