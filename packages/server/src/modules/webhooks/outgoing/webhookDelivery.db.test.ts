import type { WebhookMessage } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { webhookBench } from '../testing/webhookBench.ts'

let app: TestApp
let shop: Receiver
let bench: ReturnType<typeof webhookBench>
beforeEach(async () => {
  app = await startTestApp()
  shop = await startReceiver()
  bench = webhookBench(app)
})
afterEach(async () => {
  expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
  await app.stop()
  await shop.stop()
})

const answering = (status: number, headers: Record<string, string> = {}) =>
  shop.answer((response) => response.writeHead(status, headers).end())
const replay = (id: string) => app.ok<WebhookMessage>('replayWebhookMessage', { params: { id } })

/** Advances the clock from attempt to attempt until nothing is due, or up to a maximum. */
async function liveThroughRetries(limit = 20): Promise<void> {
  for (let tries = 0; tries < limit; tries += 1) {
    await bench.settle()
    const next = (await bench.messages({ status: 'pending' })).map(({ nextAttemptAt }) =>
      Date.parse(nextAttemptAt ?? ''),
    )
    if (next.length === 0) return
    app.clock.advance({ seconds: (Math.min(...next) - app.clock.now().getTime()) / 1_000 })
  }
}

describe('a message', () => {
  it('is sent in the form and with the signature of the Standard Webhooks specification', async () => {
    const { id: endpointId, secret } = await bench.register(shop.url)
    await app.ok('putCustomer', { params: { customerId: 'ada' }, body: { name: 'Ada ☂' } })
    await bench.settle()
    const [received, ...more] = shop.received
    expect(more).toEqual([])
    if (!received) throw new Error('no request arrived')
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Purser-Webhooks/1',
      'webhook-id': expect.stringMatching(/^msg_/),
      'webhook-timestamp': String(app.clock.now().getTime() / 1_000),
    })
    expect(bench.verify(secret, received)).toEqual({
      type: 'customer.created',
      timestamp: app.clock.now().toISOString(),
      data: expect.objectContaining({ id: 'ada', name: 'Ada ☂' }),
    })
    const forged = { ...received, body: received.body.replace('Ada', 'Eve') }
    expect(() => bench.verify(secret, forged)).toThrow()
    const { secret: another } = await bench.register(shop.url)
    expect(() => bench.verify(another, received)).toThrow()
    expect(await bench.message()).toEqual({
      id: expect.stringMatching(/^dlv_/),
      messageId: received.headers['webhook-id'],
      endpointId,
      kind: 'customer.created',
      payload: JSON.parse(received.body),
      status: 'delivered',
      attempts: [
        {
          attemptedAt: app.clock.now().toISOString(),
          statusCode: 204,
          error: null,
          durationMs: expect.any(Number),
        },
      ],
      nextAttemptAt: null,
      deliveredAt: app.clock.now().toISOString(),
      createdAt: app.clock.now().toISOString(),
    })
  })

  it('is also signed with the previous secret for a day after a rotation', async () => {
    const { id, secret: old } = await bench.register(shop.url)
    const rotated = await app.ok<{ secret: string; previousSecretExpiresAt: string }>(
      'rotateWebhookSecret',
      { params: { id } },
    )
    expect(rotated.secret).not.toBe(old)
    expect(Date.parse(rotated.previousSecretExpiresAt) - app.clock.now().getTime()).toBe(86_400_000)
    app.clock.advance({ hours: 24, seconds: -1 })
    await bench.tell()
    await bench.settle()
    app.clock.advance({ seconds: 1 })
    await bench.tell()
    await bench.settle()
    const [during, afterwards] = shop.received
    if (!during || !afterwards) throw new Error('too few requests arrived')
    for (const secret of [rotated.secret, old]) bench.verify(secret, during)
    bench.verify(rotated.secret, afterwards)
    expect(() => bench.verify(old, afterwards)).toThrow()
  })

  it('goes to enabled endpoints that want its type and existed before it', async () => {
    await bench.tell('invoice.paid', { id: 'too early' })
    const all = await bench.register(shop.url)
    const some = await bench.register(shop.url, { events: ['invoice.paid', 'credits.low'] })
    const off = await bench.register(shop.url)
    await app.ok('updateWebhookEndpoint', {
      params: { id: off.id },
      body: { status: 'disabled' },
    })
    await bench.tell('invoice.paid', { id: 'inv_1' })
    await bench.tell('topup.failed', { id: 'att_1' })
    await bench.tell('invoice.paid', { id: 'elsewhere' }, app.other.sandbox)
    await bench.settle()
    const sent = (await bench.messages()).map(({ kind, endpointId }) => `${kind} ${endpointId}`)
    expect(sent.sort()).toEqual(
      [`invoice.paid ${all.id}`, `invoice.paid ${some.id}`, `topup.failed ${all.id}`].sort(),
    )
    expect(shop.received.some(({ body }) => /too early|elsewhere/.test(body))).toBe(false)
    const { rows } = await app.pool.query('SELECT * FROM outbox_pending')
    expect(rows).toEqual([])
  })

  it('has one webhook-id for all endpoints and a separate delivery id for each', async () => {
    await bench.register(shop.url)
    await bench.register(shop.url)
    await bench.tell()
    await bench.settle()
    const sent = await bench.messages()
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  })

  it('is retried for three days with the same id, and then no more', async () => {
    await bench.register(shop.url)
    await bench.tell()
    answering(500)
    const start = app.clock.now().getTime()
    await liveThroughRetries()
    const message = await bench.message()
    expect(message).toMatchObject({ status: 'failed', nextAttemptAt: null, deliveredAt: null })
    expect(message.attempts).toHaveLength(11)
    expect(message.attempts[0]).toMatchObject({ statusCode: 500, error: 'answered 500' })
    expect(Date.parse(message.attempts.at(-1)?.attemptedAt ?? '') - start).toBe(3 * 86_400_000)
    expect(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is not retried early, and is delivered once the endpoint recovers', async () => {
    await bench.register(shop.url)
    await bench.tell()
    answering(500)
    await bench.settle()
    app.clock.advance({ seconds: 4 })
    await bench.settle()
    expect(shop.received).toHaveLength(1)
    answering(200)
    app.clock.advance({ seconds: 2 })
    await bench.settle()
    expect(shop.received).toHaveLength(2)
    expect(await bench.message()).toMatchObject({ status: 'delivered', nextAttemptAt: null })
  })

  it('respects Retry-After', async () => {
    await bench.register(shop.url)
    await bench.tell()
    answering(429, { 'retry-after': '600' })
    await bench.settle()
    const { nextAttemptAt } = await bench.message()
    expect(Date.parse(nextAttemptAt ?? '') - app.clock.now().getTime()).toBe(600_000)
  })

  it('does not follow redirects', async () => {
    const elsewhere = await startReceiver()
    await bench.register(shop.url)
    await bench.tell()
    answering(307, { location: elsewhere.url })
    await bench.settle()
    expect(elsewhere.received).toEqual([])
    const { status, attempts } = await bench.message()
    expect([status, attempts[0]?.statusCode]).toEqual(['pending', 307])
    await elsewhere.stop()
  })

  it('records the error when there was no answer', async () => {
    await bench.register(shop.url)
    await bench.tell()
    shop.answer((response) => response.destroy())
    await bench.settle()
    expect((await bench.message()).attempts).toMatchObject([
      { statusCode: null, error: 'the connection was cut' },
    ])
  })
})

describe('an endpoint', () => {
  it('is disabled if it is gone, and the merchant is notified through the others', async () => {
    const watcher = await startReceiver()
    await bench.register(watcher.url, { events: ['webhook_endpoint.disabled'] })
    const { id } = await bench.register(shop.url)
    await bench.tell()
    answering(410)
    await bench.settle()
    expect(await bench.endpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
    expect(await bench.messages({ status: 'pending' })).toEqual([])
    expect(watcher.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'webhook_endpoint.disabled', data: { id, url: shop.url, disabledReason: 'gone' } },
    ])
    await watcher.stop()
  })

  it('is disabled after failing for three days, and has a clean record when enabled again', async () => {
    const watcher = await startReceiver()
    await bench.register(watcher.url, { events: ['webhook_endpoint.disabled'] })
    const { id } = await bench.register(shop.url)
    answering(500)
    await bench.tell('invoice.paid')
    await bench.settle()
    app.clock.advance({ days: 2 })
    await bench.tell('credits.low')
    await liveThroughRetries()
    expect(await bench.endpoint(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
    })
    expect(await bench.message({ kind: 'credits.low' })).toMatchObject({ status: 'failed' })
    expect(watcher.received).toHaveLength(1)
    expect(app.logs.filter((line) => line.includes('A webhook endpoint was disabled'))).toEqual([
      expect.stringContaining(id),
    ])
    await app.ok('updateWebhookEndpoint', { params: { id }, body: { status: 'enabled' } })
    await bench.tell('topup.failed')
    await bench.settle()
    expect((await bench.endpoint(id)).status).toBe('enabled')
    expect(await bench.message({ kind: 'topup.failed' })).toMatchObject({ status: 'pending' })
    await watcher.stop()
  })

  it('stays enabled if a delivery succeeds in between', async () => {
    const { id } = await bench.register(shop.url)
    shop.answer((response, { body }) =>
      response.writeHead(body.includes('credits.low') ? 200 : 500).end(),
    )
    await bench.tell('invoice.paid')
    await bench.settle()
    app.clock.advance({ days: 2 })
    await bench.tell('credits.low')
    await liveThroughRetries()
    expect(await bench.message({ kind: 'invoice.paid' })).toMatchObject({ status: 'failed' })
    expect((await bench.endpoint(id)).status).toBe('enabled')
  })

  it.each(['disable', 'delete'])(
    'receives nothing more after %s, and its log remains readable',
    async (how) => {
      const { id } = await bench.register(shop.url)
      answering(500)
      await bench.tell()
      await bench.settle()
      if (how === 'delete') await app.ok('deleteWebhookEndpoint', { params: { id } })
      else {
        await app.ok('updateWebhookEndpoint', { params: { id }, body: { status: 'disabled' } })
      }
      await bench.tell()
      app.clock.advance({ days: 1 })
      await bench.settle()
      expect(shop.received).toHaveLength(1)
      const message = await bench.message({ endpointId: id })
      expect(message).toMatchObject({ status: 'failed', nextAttemptAt: null })
      expect(await app.fails('replayWebhookMessage', { params: { id: message.id } })).toMatchObject(
        { status: 409, code: 'invalid_state' },
      )
    },
  )
})

describe('a replay', () => {
  it('sends a delivered message again under the same id', async () => {
    await bench.register(shop.url)
    await bench.tell()
    await bench.settle()
    const { id, deliveredAt } = await bench.message()
    app.clock.advance({ hours: 1 })
    expect(await replay(id)).toMatchObject({
      id,
      status: 'delivered',
      nextAttemptAt: app.clock.now().toISOString(),
    })
    answering(500)
    await bench.settle()
    await bench.settle()
    expect(shop.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      shop.received[0]?.headers['webhook-id'],
      shop.received[0]?.headers['webhook-id'],
    ])
    // A failed replay does not change the delivered status.
    const after = await bench.message()
    expect(after).toMatchObject({ status: 'delivered', nextAttemptAt: null, deliveredAt })
    expect(after.attempts.map(({ statusCode }) => statusCode)).toEqual([204, 500])
  })

  it('can deliver a failed message, and sends a pending one early', async () => {
    await bench.register(shop.url)
    // Another event type succeeds, so that the endpoint stays enabled.
    shop.answer((response, { body }) =>
      response.writeHead(body.includes('credits.low') ? 200 : 500).end(),
    )
    await bench.tell('invoice.paid')
    await bench.settle()
    const { id } = await bench.message()
    await replay(id)
    await bench.settle()
    expect((await bench.message()).attempts).toHaveLength(2)
    app.clock.advance({ days: 2 })
    await bench.tell('credits.low')
    await liveThroughRetries()
    expect(await bench.message({ kind: 'invoice.paid' })).toMatchObject({ status: 'failed' })
    answering(200)
    await replay(id)
    await bench.settle()
    expect(await bench.message({ kind: 'invoice.paid' })).toMatchObject({ status: 'delivered' })
  })

  it('is rejected for an unknown message', async () => {
    for (const id of ['dlv_nothing', 'msg_x', `dlv_${'0'.repeat(26)}`]) {
      expect((await app.fails('replayWebhookMessage', { params: { id } })).status).toBe(404)
    }
  })
})

describe('the log of deliveries', () => {
  it('is filtered and paged, newest first', async () => {
    const one = await bench.register(shop.url, { events: ['invoice.paid'] })
    await bench.register(shop.url, { events: ['invoice.paid', 'credits.low'] })
    const times: string[] = []
    for (const kind of ['invoice.paid', 'credits.low', 'invoice.paid']) {
      app.clock.advance({ minutes: 1 })
      times.push(app.clock.now().toISOString())
      await bench.tell(kind)
      await bench.settle()
    }
    answering(500)
    await bench.tell('credits.low')
    await bench.settle()
    expect(await bench.messages()).toHaveLength(6)
    expect(await bench.messages({ endpointId: one.id })).toHaveLength(2)
    expect(await bench.messages({ kind: 'credits.low' })).toHaveLength(2)
    expect(await bench.messages({ status: 'delivered' })).toHaveLength(5)
    const between = { createdAfter: times[1] ?? '', createdBefore: times[1] ?? '' }
    expect((await bench.messages(between)).map(({ kind }) => kind)).toEqual(['credits.low'])
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { data: WebhookMessage[]; nextCursor: string | null } = await app.ok(
        'listWebhookMessages',
        { query: { limit: 4, ...(cursor !== null && { cursor }) } },
      )
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(ids).toEqual((await bench.messages()).map(({ id }) => id))
    expect(new Set(ids).size).toBe(6)
  })
})
