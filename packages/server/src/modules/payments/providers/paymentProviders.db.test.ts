import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import type { ProviderAdapter } from '../provider.ts'
import { createPaymentProviders, type PaymentProviders } from './paymentProviders.ts'
import { setPaymentProvider } from './setPaymentProvider.ts'
import { createStripeAdapter } from './stripe/index.ts'
import { type FakeStripe, startFakeStripe } from './stripe/testing/startFakeStripe.ts'

let app: TestApp
/** The application cannot delete accounts, so the tests connect as the owner. */
let owner: pg.Client
let fake: FakeStripe
let adapters: ProviderAdapter[]
const encryptionKey = randomBytes(32)
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  fake = await startFakeStripe()
  adapters = [createStripeAdapter({ address: fake.address })]
})
afterAll(async () => {
  await fake.stop()
  await owner.end()
  await app.stop()
})

let providers: PaymentProviders
beforeEach(async () => {
  await owner.query('DELETE FROM payment_provider_accounts')
  await owner.query('UPDATE environments SET payment_provider = NULL')
  providers = createPaymentProviders(app.db, adapters, encryptionKey)
})

const settings = () => ({ adapters, encryptionKey, publicUrl: 'http://purser.test' })
const set = (secretKey: string) =>
  app.db
    .transaction()
    .execute((tx) =>
      setPaymentProvider(
        tx,
        app.sandbox.scope(),
        { provider: 'stripe', secretKey, publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' },
        settings(),
      ),
    )
const current = (from: PaymentProviders) => from.current(app.sandbox.environmentId)
/** Reads the key that a connection uses. */
const keyOf = async (from: PaymentProviders) => {
  await (await current(from)).lookUpMethod('pm_1')
  return fake.requests.at(-1)?.headers.authorization
}

describe('a connection to a provider', () => {
  it('is reused while the keys are unchanged', async () => {
    await set('sk_test_one')
    expect(await current(providers)).toBe(await current(providers))
  })

  it('is replaced after new keys are set, in every process, even at the same clock time', async () => {
    const otherProcess = createPaymentProviders(app.db, adapters, encryptionKey)
    await set('sk_test_one')
    expect(await keyOf(providers)).toBe('Bearer sk_test_one')
    expect(await keyOf(otherProcess)).toBe('Bearer sk_test_one')
    await set('sk_test_two')
    expect(await keyOf(providers)).toBe('Bearer sk_test_two')
    expect(await keyOf(otherProcess)).toBe('Bearer sk_test_two')
  })

  it('belongs to one environment', async () => {
    await set('sk_test_one')
    await expect(providers.current(app.live.environmentId)).rejects.toMatchObject({
      code: 'invalid_state',
    })
    const other = providers.byId(app.other.sandbox.environmentId, 'stripe')
    await expect(other).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('remains available for earlier payments after another provider is chosen', async () => {
    await set('sk_test_one')
    await app.pool.query("UPDATE environments SET payment_provider = 'other'")
    await expect(current(providers)).rejects.toMatchObject({ code: 'invalid_state' })
    expect((await providers.byId(app.sandbox.environmentId, 'stripe')).id).toBe('stripe')
  })
})
