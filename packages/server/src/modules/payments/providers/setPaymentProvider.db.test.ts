import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

let app: TestApp
/** The application cannot delete accounts, so the tests connect as the owner. */
let owner: pg.Client
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})
beforeEach(async () => {
  await owner.query('DELETE FROM payment_provider_accounts')
  await owner.query('UPDATE environments SET payment_provider = NULL')
})

const CANARY = 'CanaryCanaryCanary'
const keysOf = (mode: 'test' | 'live', name = CANARY) => ({
  secretKey: `sk_${mode}_${name}9876`,
  publishableKey: `pk_${mode}_1`,
  webhookSecret: `whsec_${name}`,
})
const inLive = () => ({ key: app.live.keys.full })
const read = (call = {}) => app.ok('getPaymentProvider', call)
const set = (body: object, call = {}) => app.ok('setPaymentProvider', { ...call, body })
const refused = async (body: object, call = {}) => {
  const before = await read(call)
  const error = await app.fails('setPaymentProvider', { ...call, body })
  expect(await read(call)).toEqual(before)
  return error
}
const pathsOf = ({ details }: { details?: unknown }) =>
  (details as { path: string }[]).map(({ path }) => path)

describe('the payment provider of an environment', () => {
  it('is the built-in provider in sandbox and unset in live by default', async () => {
    const unset = {
      publishableKey: null,
      secretKeyHint: null,
      hasWebhookSecret: false,
      updatedAt: null,
    }
    expect(await read()).toEqual({
      ...unset,
      provider: 'sandbox',
      webhookUrl: `http://purser.test/v1/webhooks/sandbox/${app.sandbox.environmentId}`,
      available: ['sandbox', 'stripe'],
    })
    expect(await read(inLive())).toEqual({
      ...unset,
      provider: null,
      webhookUrl: null,
      available: ['stripe'],
    })
  })

  it('is set with its keys and shows only a hint of the secret key', async () => {
    const stripe = {
      provider: 'stripe',
      publishableKey: 'pk_live_1',
      secretKeyHint: '9876',
      hasWebhookSecret: true,
      webhookUrl: `http://purser.test/v1/webhooks/stripe/${app.live.environmentId}`,
      available: ['stripe'],
      updatedAt: app.clock.now().toISOString(),
    }
    expect(await set({ provider: 'stripe', ...keysOf('live') }, inLive())).toEqual(stripe)
    expect(await read(inLive())).toEqual(stripe)
  })

  it('is set per environment', async () => {
    await set({ provider: 'stripe', ...keysOf('test') })
    expect(await read(inLive())).toMatchObject({ provider: null })
    const key = app.other.sandbox.keys.full
    expect(await read({ key })).toMatchObject({ provider: 'sandbox', publishableKey: null })
  })

  it('keeps stored keys that the request omits', async () => {
    await set({ provider: 'stripe', ...keysOf('test') })
    const before = await read()
    app.clock.advance({ minutes: 1 })
    const publishableKey = 'pk_test_2'
    const updatedAt = app.clock.now().toISOString()
    expect(await set({ provider: 'stripe', publishableKey })).toEqual({
      ...before,
      publishableKey,
      updatedAt,
    })
    expect(await set({ provider: 'stripe', secretKey: 'sk_test_new1234' })).toMatchObject({
      publishableKey,
      secretKeyHint: '1234',
    })
  })

  it('keeps its keys while another provider is chosen', async () => {
    await set({ provider: 'stripe', ...keysOf('test') })
    const stripe = await read()
    app.clock.advance({ minutes: 1 })
    expect(await set({ provider: 'sandbox' })).toMatchObject({
      provider: 'sandbox',
      secretKeyHint: null,
      hasWebhookSecret: false,
    })
    expect(await set({ provider: 'stripe' })).toEqual(stripe)
  })

  it('keeps both keys if two requests change them concurrently', async () => {
    await set({ provider: 'stripe', ...keysOf('test') })
    await Promise.all([
      set({ provider: 'stripe', secretKey: 'sk_test_both1111' }),
      set({ provider: 'stripe', publishableKey: 'pk_test_both' }),
    ])
    expect(await read()).toMatchObject({ secretKeyHint: '1111', publishableKey: 'pk_test_both' })
  })

  it('can be set again with all keys if the stored keys are unreadable', async () => {
    await set({ provider: 'stripe', ...keysOf('test') })
    await app.pool.query('UPDATE payment_provider_accounts SET sealed_credentials = $1', [
      randomBytes(80),
    ])
    expect(await set({ provider: 'stripe', ...keysOf('test') })).toMatchObject({
      secretKeyHint: '9876',
    })
  })
})

describe('a payment provider is refused', () => {
  it('without the required keys, with a list of the missing ones', async () => {
    const { publishableKey } = keysOf('test')
    const error = await refused({ provider: 'stripe', publishableKey })
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(pathsOf(error)).toEqual(['secretKey', 'webhookSecret'])
  })

  it('with keys that it does not use', async () => {
    const error = await refused({ provider: 'sandbox', ...keysOf('test') })
    expect(error.status).toBe(400)
    expect(pathsOf(error)).toEqual(['secretKey', 'publishableKey', 'webhookSecret'])
  })

  it('in live if it moves no money', async () => {
    const error = await refused({ provider: 'sandbox' }, inLive())
    expect(error).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('if it is unknown, with a list of the available ones', async () => {
    const error = await refused({ provider: 'paypal' })
    expect(error).toMatchObject({ status: 400 })
    expect(error.message).toBe('provider: must be one of: sandbox, stripe')
    const live = await refused({ provider: 'paypal' }, inLive())
    expect(live.message).toBe('provider: must be one of: stripe')
  })

  it.each([
    ['live', 'sandbox'],
    ['test', 'live'],
  ] as const)(
    'with %s keys in %s, with a list of these keys and no change to the stored ones',
    async (mode, kind) => {
      const call = { key: app[kind].keys.full }
      await set({ provider: 'stripe', ...keysOf(kind === 'live' ? 'live' : 'test') }, call)
      const error = await refused({ provider: 'stripe', ...keysOf(mode) }, call)
      expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(pathsOf(error)).toEqual(['secretKey', 'publishableKey'])
      expect(JSON.stringify(error.details)).toContain(`is a ${mode} key of Stripe`)
      const { secretKey } = keysOf(mode)
      expect(pathsOf(await refused({ provider: 'stripe', secretKey }, call))).toEqual(['secretKey'])
    },
  )
})

describe('a secret', () => {
  it('is in no response, no log and no table', async () => {
    const answers: unknown[] = []
    const send = async (body: object, call = {}) => {
      const headers = { 'idempotency-key': `key-${answers.length}` }
      for (let sent = 0; sent < 2; sent += 1) {
        answers.push(await app.call('setPaymentProvider', { ...call, headers, body }))
      }
    }
    const live = keysOf('live')
    await send({ provider: 'stripe', ...keysOf('test') })
    await send({ provider: 'stripe', ...live }, inLive())
    await send({ provider: 'stripe', ...live })
    await send({ provider: 'stripe', secretKey: CANARY, webhookSecret: `${CANARY}\n` })
    await send({ provider: 'paypal', secretKey: CANARY })
    await send({ provider: 'sandbox', secretKey: live.secretKey })
    await send({ provider: 'stripe', ...live, apiKey: CANARY })
    answers.push(await app.call('getPaymentProvider'))
    for (const table of ['payment_provider_accounts', 'idempotency_keys', 'environments']) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      expect(rows.length, table).toBeGreaterThan(1)
      for (const { row } of rows) {
        expect(row).not.toContain(CANARY)
        // The row shows bytes in hexadecimal.
        expect(row).not.toContain(Buffer.from(CANARY).toString('hex'))
      }
    }
    await owner.query('UPDATE payment_provider_accounts SET sealed_credentials = $1', [
      Buffer.from('unreadable'),
    ])
    await send({ provider: 'stripe', secretKey: keysOf('test').secretKey })
    expect(answers.at(-1)).toMatchObject({ status: 500 })
    expect(JSON.stringify(answers)).not.toContain(CANARY)
    expect(app.logs.length).toBeGreaterThan(0)
    expect(app.logs.join('')).not.toContain(CANARY)
  })
})
