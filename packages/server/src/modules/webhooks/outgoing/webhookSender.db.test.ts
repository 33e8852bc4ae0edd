import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { waitForBlocked } from '../../../platform/db/testing/waitForBlocked.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { createGuardedFetch } from '../../../platform/net/guardedFetch.ts'
import { updateWebhookEndpoint } from '../endpoints/updateWebhookEndpoint.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { webhookBench } from '../testing/webhookBench.ts'
import { claimDeliveries } from './deliveries.sql.ts'
import { fanOutMessages } from './fanOutMessages.ts'
import { createWebhookSender, type SenderOptions } from './webhookSender.ts'

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

const sender = (more: Partial<SenderOptions> = {}) =>
  createWebhookSender({
    db: app.db,
    clock: app.clock,
    logger: { warn: () => {}, error: () => {} },
    encryptionKey: app.encryptionKey,
    fetch: createGuardedFetch({ allowPrivate: true }),
    ...more,
  })

/** Longer than a test, so that a held request is never sent again. */
const NO_TIMEOUT_MS = 600_000

const waitFor = (condition: () => void | Promise<void>) =>
  vi.waitFor(condition, { timeout: 60_000, interval: 20 })

const claim = (limit = 100) =>
  claimDeliveries(app.db, {
    now: app.clock.now(),
    leasedUntil: new Date(app.clock.now().getTime() + 60_000),
    isFailing: false,
    limit,
    perEndpoint: 100,
    inFlight: new Map(),
  })

describe('fanning out', () => {
  it('loses no message of a transaction that commits late', async () => {
    await bench.register(shop.url)
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = withTransaction(app.db, async (tx) => {
      const event = { type: 'invoice.paid', customerId: 'ada', data: { id: 'late' } }
      await emitEvent(tx, app.sandbox.scope(), event)
      written.resolve()
      await commit.promise
    })
    await written.promise
    await bench.tell('credits.low', { id: 'early' })
    await bench.settle()
    expect(shop.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(['early'])
    app.clock.advance({ hours: 5 })
    commit.resolve()
    await late
    await bench.settle()
    expect(shop.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(['early', 'late'])
  })

  it('creates one delivery per message and endpoint, even with several workers', async () => {
    await bench.register(shop.url)
    await bench.register(shop.url)
    await withTransaction(app.db, async (tx) => {
      for (let number = 0; number < 700; number += 1) {
        const event = { type: 'credits.low', customerId: `c${number}`, data: { number } }
        await emitEvent(tx, app.sandbox.scope(), event)
      }
    })
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => fanOutMessages(app.db, app.clock.now())),
    )
    const rest = await fanOutMessages(app.db, app.clock.now())
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(700)
    const { rows } = await app.pool.query(
      'SELECT count(*)::int AS all, count(DISTINCT message_id)::int AS messages FROM webhook_deliveries',
    )
    expect(rows).toEqual([{ all: 1_400, messages: 700 }])
  })

  it('leaves no pending delivery for an endpoint that is being disabled', async () => {
    const { id } = await bench.register(shop.url)
    await bench.tell()
    const disabled = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const disabling = withTransaction(app.db, async (tx) => {
      const changes = { status: 'disabled' } as const
      await updateWebhookEndpoint(tx, app.sandbox.scope(), id, changes, { allowPrivateUrls: true })
      disabled.resolve()
      await commit.promise
    })
    await disabled.promise
    const handing = fanOutMessages(app.db, app.clock.now())
    await waitForBlocked(app.owner)
    commit.resolve()
    await disabling
    expect(await handing).toBe(1)
    expect(await bench.messages()).toEqual([])
  })
})

describe('sending', () => {
  it('is done by one of two workers', async () => {
    await bench.register(shop.url)
    for (let number = 0; number < 30; number += 1) await bench.tell('credits.low', { number })
    await Promise.all([sender().settle(), sender().settle()])
    await bench.settle()
    const numbers = shop.received.map(({ body }) => JSON.parse(body).data.number as number)
    expect(numbers.sort((a, b) => a - b)).toEqual([...Array.from({ length: 30 }).keys()])
  })

  it('claims no delivery twice, unless the worker that claimed it has died', async () => {
    await bench.register(shop.url)
    for (let number = 0; number < 10; number += 1) await bench.tell('credits.low', { number })
    await fanOutMessages(app.db, app.clock.now())
    const claims = await Promise.all([claim(), claim(), claim()])
    const ids = claims.flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
    // The worker that claimed them never reports back.
    await bench.settle()
    expect(shop.received).toEqual([])
    app.clock.advance({ seconds: 60 })
    await bench.settle()
    expect(shop.received).toHaveLength(10)
  })

  it('to an unresponsive endpoint does not delay the others', async () => {
    const slow = await startReceiver()
    const held: ServerResponse[] = []
    slow.answer((response) => held.push(response))
    await bench.register(slow.url)
    for (let number = 0; number < 50; number += 1) await bench.tell()
    await bench.register(shop.url)
    const stop = new AbortController()
    const running = sender({ timeoutMs: NO_TIMEOUT_MS }).run(stop.signal)
    await waitFor(() => expect(held).toHaveLength(4))
    for (let number = 0; number < 20; number += 1) await bench.tell()
    await waitFor(() => expect(shop.received).toHaveLength(20))
    await waitFor(async () =>
      expect(await bench.messages({ status: 'delivered', limit: 100 })).toHaveLength(20),
    )
    // In the meantime, it uses only its share of slots and no database connection.
    expect(held).toHaveLength(4)
    await waitFor(() => expect(app.pool.idleCount).toBe(app.pool.totalCount))
    stop.abort()
    slow.answer((response) => response.end())
    for (const response of held) response.end()
    await running
    // Deliveries in flight at the stop were finished and recorded.
    expect(await bench.messages({ status: 'delivered', limit: 100 })).toHaveLength(24)
    await slow.stop()
  })

  it('to many unresponsive endpoints leaves room for healthy ones', async () => {
    const dead = await startReceiver()
    for (let number = 0; number < 40; number += 1) await bench.register(dead.url)
    await bench.tell('invoice.paid')
    dead.answer((response) => response.writeHead(500).end())
    await bench.settle()
    const held: ServerResponse[] = []
    dead.answer((response) => held.push(response))
    app.clock.advance({ seconds: 10 })
    await bench.register(shop.url)
    const stop = new AbortController()
    const running = sender({ timeoutMs: NO_TIMEOUT_MS }).run(stop.signal)
    await waitFor(() => expect(held).toHaveLength(32))
    await bench.tell('credits.low')
    await waitFor(() => expect(shop.received).toHaveLength(1))
    expect(held).toHaveLength(32)
    stop.abort()
    dead.answer((response) => response.end())
    for (const response of held) response.end()
    await running
    await dead.stop()
  })

  it('times out on a slow endpoint and retries later', async () => {
    shop.answer(() => {})
    await bench.register(shop.url)
    await bench.tell()
    await sender({ timeoutMs: 50 }).settle()
    expect(await bench.message()).toMatchObject({
      status: 'pending',
      attempts: [{ statusCode: null, error: 'there was no complete response within 0.05 s' }],
    })
  })

  it('rejects a host name that now resolves to a private address', async () => {
    await bench.register('http://shop.example/hooks')
    await bench.tell()
    const fetch = createGuardedFetch({
      allowPrivate: false,
      lookup: (_hostname, _options, callback) =>
        callback(null, [{ address: '169.254.169.254', family: 4 }]),
    })
    await sender({ fetch }).settle()
    expect((await bench.message()).attempts).toMatchObject([
      { statusCode: null, error: expect.stringContaining('private') },
    ])
  })

  it('starts soon after the event and continues after an error', async () => {
    await bench.register(shop.url)
    let failures = 0
    const clock = {
      now: () => {
        failures += 1
        if (failures === 1) throw new Error('the first look fails')
        return systemClock.now()
      },
    }
    const stop = new AbortController()
    const errors: unknown[] = []
    const logger = { warn: () => {}, error: (what: unknown) => errors.push(what) }
    const running = sender({ clock, logger: logger as never }).run(stop.signal)
    await bench.tell()
    await waitFor(() => expect(shop.received).toHaveLength(1))
    expect(errors).toHaveLength(1)
    stop.abort()
    await running
  })
})
