import type { WebhookEndpoint } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { webhookBench } from '../testing/webhookBench.ts'

let app: TestApp
let guarded: TestApp
beforeAll(async () => {
  app = await startTestApp()
  guarded = await startTestApp({ allowPrivateUrls: false })
})
afterAll(async () => {
  await app.stop()
  await guarded.stop()
})

const URL = 'https://shop.example/hooks'

describe('a webhook endpoint', () => {
  it('is created with a secret that is shown once', async () => {
    const created = await webhookBench(app).register(URL, {
      description: 'Shop',
      events: ['invoice.paid', 'invoice.paid', 'topup.failed'],
    })
    expect(created).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: URL,
      description: 'Shop',
      events: ['invoice.paid', 'topup.failed'],
      status: 'enabled',
      disabledReason: null,
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousSecretExpiresAt: null,
    })
    const { secret, previousSecretExpiresAt: _, ...shown } = created
    expect(await webhookBench(app).endpoint(created.id)).toEqual(shown)
    const { rows } = await app.pool.query('SELECT sealed_secret FROM webhook_endpoints')
    for (const { sealed_secret } of rows) expect(String(sealed_secret)).not.toContain(secret)
    expect(app.logs.join('')).not.toContain(secret)
  })

  it('is listed in pages, newest first', async () => {
    const { register } = webhookBench(guarded)
    const ids: string[] = []
    for (let number = 0; number < 3; number += 1) {
      guarded.clock.advance({ seconds: 1 })
      ids.unshift((await register(URL)).id)
    }
    type Page = { data: WebhookEndpoint[]; nextCursor: string | null }
    const first = await guarded.ok<Page>('listWebhookEndpoints', { query: { limit: 2 } })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = await guarded.ok<Page>('listWebhookEndpoints', {
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(second.nextCursor).toBeNull()
    for (const id of ids) await guarded.ok('deleteWebhookEndpoint', { params: { id } })
  })

  it('changes only in the given fields', async () => {
    const { id } = await webhookBench(app).register(URL, { description: 'Old' })
    app.clock.advance({ minutes: 1 })
    const changed = await app.ok<WebhookEndpoint>('updateWebhookEndpoint', {
      params: { id },
      body: { events: ['credits.low'] },
    })
    expect(changed).toMatchObject({ url: URL, description: 'Old', events: ['credits.low'] })
    expect(changed.updatedAt).toBe(app.clock.now().toISOString())
    expect(
      await app.ok('updateWebhookEndpoint', { params: { id }, body: { description: null } }),
    ).toMatchObject({ description: null, events: ['credits.low'] })
  })

  it('can be disabled and enabled by its merchant', async () => {
    const { id } = await webhookBench(app).register(URL)
    const set = (status: string) =>
      app.ok('updateWebhookEndpoint', { params: { id }, body: { status } })
    expect(await set('disabled')).toMatchObject({ status: 'disabled', disabledReason: 'merchant' })
    expect(await set('enabled')).toMatchObject({ status: 'enabled', disabledReason: null })
  })

  it('is gone after deletion', async () => {
    const { id } = await webhookBench(app).register(URL)
    expect(await app.ok('deleteWebhookEndpoint', { params: { id } })).toEqual({ id, deleted: true })
    for (const [operation, body] of [
      ['getWebhookEndpoint', undefined],
      ['updateWebhookEndpoint', {}],
      ['rotateWebhookSecret', undefined],
      ['deleteWebhookEndpoint', undefined],
    ] as const) {
      expect((await app.fails(operation, { params: { id }, body })).status, operation).toBe(404)
    }
    const { data } = await app.ok<{ data: WebhookEndpoint[] }>('listWebhookEndpoints', {
      query: { limit: 100 },
    })
    expect(data.map((endpoint) => endpoint.id)).not.toContain(id)
  })

  it('is refused above a limit of 50, even if all are created at once', async () => {
    const key = guarded.other.sandbox.keys.full
    const replies = await Promise.all(
      Array.from({ length: 60 }, () =>
        guarded.call('createWebhookEndpoint', { key, body: { url: URL } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
    const refused = await guarded.fails('createWebhookEndpoint', { key, body: { url: URL } })
    expect(refused).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(refused.message).toContain('50 webhook endpoints')
  })
})

describe('the URL of an endpoint', () => {
  it.each([
    'http://localhost:4000/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest',
    'https://192.168.1.1/',
  ])('must not be private: %s', async (url) => {
    const problem = { status: 400, details: [{ path: 'url' }] }
    expect(await guarded.fails('createWebhookEndpoint', { body: { url } })).toMatchObject(problem)
    const { id } = await webhookBench(guarded).register(URL)
    expect(
      await guarded.fails('updateWebhookEndpoint', { params: { id }, body: { url } }),
    ).toMatchObject(problem)
    expect((await webhookBench(guarded).endpoint(id)).url).toBe(URL)
  })

  it('may be private if the installation allows it', async () => {
    expect((await webhookBench(app).register('http://localhost:4000/')).status).toBe('enabled')
  })

  it.each(['ftp://shop.example', 'https://user:pw@shop.example', 'nonsense'])(
    'must be http or https without credentials: %s',
    async (url) => {
      expect(await app.fails('createWebhookEndpoint', { body: { url } })).toMatchObject({
        status: 400,
        details: [{ path: 'url' }],
      })
    },
  )

  it('must be https in live', async () => {
    const key = app.live.keys.full
    const plain = { key, body: { url: 'http://shop.example/' } }
    expect(await app.fails('createWebhookEndpoint', plain)).toMatchObject({
      status: 400,
      message: 'url: must be https in live',
    })
    const { id } = await webhookBench(app).register(URL, {}, { key })
    expect((await app.fails('updateWebhookEndpoint', { ...plain, params: { id } })).status).toBe(
      400,
    )
  })
})
