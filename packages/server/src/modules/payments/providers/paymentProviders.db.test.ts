import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/testApp.ts'
import type { ProviderAdapter } from '../provider.ts'
import { createPaymentProviders, type PaymentProviders } from './paymentProviders.ts'
import { setPaymentProvider } from './setPaymentProvider.ts'
import { createStripeAdapter } from './stripe/index.ts'
import { type FakeStripe, startFakeStripe } from './stripe/testing/startFakeStripe.ts'

let app: TestApp
/** The application itself never deletes an account. */
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
/** The key with which a provider asks. */
const keyOf = async (from: PaymentProviders) => {
  await (await current(from)).lookUpMethod('pm_1')
  return fake.requests.at(-1)?.headers.authorization
}

describe('a connection to a provider', () => {
  it('is kept while the keys are the same', async () => {
    await set('sk_test_one')
    expect(await current(providers)).toBe(await current(providers))
  })

  it('is made anew with new keys, in every process, though the clock stands still', async () => {
    const otherProcess = createPaymentProviders(app.db, adapters, encryptionKey)
    await set('sk_test_one')
    expect(await keyOf(providers)).toBe('Bearer sk_test_one')
    expect(await keyOf(otherProcess)).toBe('Bearer sk_test_one')
    await set('sk_test_two')
    expect(await keyOf(providers)).toBe('Bearer sk_test_two')
    expect(await keyOf(otherProcess)).toBe('Bearer sk_test_two')
  })

  it('is that of its own environment', async () => {
    await set('sk_test_one')
    await expect(providers.current(app.live.environmentId)).rejects.toMatchObject({
      code: 'invalid_state',
    })
    const other = providers.byId(app.other.sandbox.environmentId, 'stripe')
    await expect(other).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('to a provider that is no longer chosen is still made for what was begun there', async () => {
    await set('sk_test_one')
    await app.pool.query("UPDATE environments SET payment_provider = 'other'")
    await expect(current(providers)).rejects.toMatchObject({ code: 'invalid_state' })
    expect((await providers.byId(app.sandbox.environmentId, 'stripe')).id).toBe('stripe')
  })
})
