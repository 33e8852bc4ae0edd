import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startUsageBench } from '../testing/usageBench.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())
afterEach(async () => {
  expect(await bench.breaches()).toEqual([])
})

describe('credits', () => {
  it('are deducted when the event is tracked, at the price for its properties', async () => {
    const id = await bench.customer('credit-1', { credits: 100 })
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 4 })).toMatchObject({
      status: 'accepted',
      flow: 'credit',
      featureSlug: 'images',
      creditsDeducted: '4',
      creditBalance: '96',
    })
    expect(
      await bench.accept(id, {
        eventName: 'image.generated',
        quantity: 2,
        properties: { model: 'large' },
      }),
    ).toMatchObject({ creditsDeducted: '5', creditBalance: '91' })
    expect(await bench.balance(id)).toBe('91')
  })

  it('are deducted for every feature that one event uses', async () => {
    const id = await bench.customer('credit-2', { credits: 10 })
    const properties = { input: 1_000, output: 500 }
    expect(await bench.accept(id, { eventName: 'chat.completed', properties })).toMatchObject({
      featureSlug: 'tokens-in',
      creditsDeducted: '2.5',
      creditBalance: '7.5',
    })
    expect(
      await bench.refuse(id, {
        eventName: 'chat.completed',
        properties: { input: 1_000, output: 5_000 },
      }),
    ).toMatchObject({ reason: 'insufficient_credits' })
    expect(await bench.balance(id)).toBe('7.5')
  })

  it('block a whole event when they do not cover it', async () => {
    const id = await bench.customer('credit-3', { credits: 3 })
    expect(await bench.refuse(id, { eventName: 'image.generated', quantity: 4 })).toMatchObject({
      index: 0,
      reason: 'insufficient_credits',
      message: expect.stringContaining('costs 4 Credits and the balance is 3'),
    })
    expect(await bench.balance(id)).toBe('3')
    const { data } = await bench.app.ok<{ data: unknown[] }>('listUsageEvents', {
      query: { customerId: id },
    })
    expect(data).toEqual([])
  })

  it('are required even without a wallet, and no wallet is created', async () => {
    const id = await bench.customer('credit-4')
    expect(await bench.refuse(id, { eventName: 'image.generated' })).toMatchObject({
      reason: 'insufficient_credits',
    })
    expect(await bench.balance(id)).toBeNull()
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 0 })).toMatchObject({
      flow: 'credit',
      creditsDeducted: '0',
    })
  })

  it('can be overdrawn if the plan allows it', async () => {
    const id = await bench.customer('credit-5', { plans: ['overdraft'] })
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 7 })).toMatchObject({
      flow: 'credit',
      creditsDeducted: '7',
      creditBalance: '-7',
    })
    await bench.customer(id, { credits: 10 })
    expect(await bench.balance(id)).toBe('3')
  })

  it('are deducted only for new values of a unique metric', async () => {
    const id = await bench.customer('credit-6', { credits: 100, plans: ['prepaid'] })
    const seen = (user: string) =>
      bench.accept(id, { eventName: 'user.seen', properties: { user } })
    expect(await seen('ada')).toMatchObject({ creditsDeducted: '10' })
    expect(await seen('ada')).toMatchObject({ creditsDeducted: '0' })
    expect(await seen('bob')).toMatchObject({ creditsDeducted: '10', creditBalance: '80' })
  })

  it('are not deducted from a subscriber whose plan lacks the feature', async () => {
    const id = await bench.customer('credit-7', { credits: 5, plans: ['hard'] })
    expect(await bench.accept(id, { eventName: 'image.generated' })).toMatchObject({
      flow: 'none',
      featureSlug: null,
      creditsDeducted: '0',
      creditBalance: null,
    })
  })
})

describe('a metered event', () => {
  it('names the first feature in display order', async () => {
    const id = await bench.customer('metered-1', { plans: ['files'] })
    expect(await bench.accept(id, { eventName: 'file.stored' })).toMatchObject({
      flow: 'meter',
      featureSlug: 'b-shown-first',
    })
  })
})

describe('an override', () => {
  it('cannot invoice usage that no charge bills', async () => {
    const id = await bench.customer('override-1', { credits: 2, plans: ['prepaid'] })
    await bench.app.ok('putEntitlementOverride', {
      params: { customerId: id, featureSlug: 'images' },
      body: { onExhausted: 'invoice' },
    })
    expect(await bench.refuse(id, { eventName: 'image.generated', quantity: 3 })).toMatchObject({
      reason: 'insufficient_credits',
    })
    expect(await bench.balance(id)).toBe('2')
  })
})

describe('invoiced usage', () => {
  it("accrues in the billing period of the event's time", async () => {
    const id = await bench.customer('invoice-1', { plans: ['postpaid'] })
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 3 })).toMatchObject({
      flow: 'invoice',
      creditsDeducted: '0',
      creditBalance: null,
    })
    await bench.accept(id, { eventName: 'image.generated', quantity: 2 })
    expect(await bench.accrued(id)).toEqual({ Images: '5' })
  })

  it('is the part of the usage that credits do not cover', async () => {
    const id = await bench.customer('invoice-2', { credits: 4, plans: ['overflow'] })
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 3 })).toMatchObject({
      flow: 'credit',
      creditBalance: '1',
    })
    expect(await bench.accrued(id)).toEqual({})
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 3 })).toMatchObject({
      flow: 'credit_and_invoice',
      creditsDeducted: '1',
      creditBalance: '0',
    })
    const large = { eventName: 'image.generated', properties: { model: 'large' } }
    expect(await bench.accept(id, large)).toMatchObject({ flow: 'invoice', creditsDeducted: '0' })
    expect(await bench.accrued(id)).toEqual({ Images: '3' })
  })

  it('is reported without a balance if there is no wallet', async () => {
    const id = await bench.customer('invoice-5', { plans: ['overflow'] })
    expect(await bench.accept(id, { eventName: 'image.generated' })).toMatchObject({
      flow: 'invoice',
      featureSlug: 'images',
      creditBalance: null,
    })
  })

  it('is billed in full in addition to credits if the plan prices both', async () => {
    const id = await bench.customer('invoice-3', { credits: 10, plans: ['both'] })
    expect(await bench.accept(id, { eventName: 'image.generated', quantity: 3 })).toMatchObject({
      flow: 'credit_and_invoice',
      creditsDeducted: '3',
    })
    expect(await bench.accrued(id)).toEqual({ Images: '3' })
  })

  it('is aggregated by its metric and filtered by its charge', async () => {
    const id = await bench.customer('invoice-4', { plans: ['metered'] })
    const events = [
      { eventName: 'storage.measured', properties: { bytes: 70 } },
      { eventName: 'storage.measured', properties: { bytes: 90 } },
      { eventName: 'storage.measured', properties: { bytes: 80 } },
      { eventName: 'user.seen', properties: { user: 'ada' } },
      { eventName: 'user.seen', properties: { user: 'bob' } },
      { eventName: 'user.seen', properties: { user: 'ada' } },
      { eventName: 'level.set', quantity: 9 },
      { eventName: 'level.set', quantity: 4 },
      { eventName: 'image.generated', properties: { model: 'large' } },
      { eventName: 'image.generated', properties: { model: 'small' } },
    ]
    expect(await bench.track(events, id)).toMatchObject({ accepted: 10, rejected: 0 })
    expect(await bench.accrued(id)).toEqual({ Storage: '90', Users: '2', Level: '4', Large: '1' })
  })

  it('is rejected for an invoiced period once the grace time is over', async () => {
    const id = await bench.customer('invoice-5', { plans: ['postpaid'] })
    const { app } = bench
    const anchor = app.clock.now()
    const late = new Date(anchor.getTime() + 1000).toISOString()
    await app.pool.query(
      `UPDATE subscriptions SET invoiced_through = billing_anchor + interval '1 month' WHERE customer_id = $1`,
      [id],
    )
    await app.pool.query('UPDATE customers SET rights_version = rights_version + 1 WHERE id = $1', [
      id,
    ])
    app.clock.advance({ days: 31, hours: 24 })
    expect(
      await bench.accept(id, {
        eventName: 'image.generated',
        timestamp: late,
        idempotencyKey: 'k',
      }),
    ).toMatchObject({
      flow: 'invoice',
    })
    app.clock.advance({ seconds: 1 })
    expect(await bench.refuse(id, { eventName: 'image.generated', timestamp: late })).toMatchObject(
      {
        reason: 'timestamp_out_of_range',
        message: expect.stringContaining('invoiced'),
      },
    )
    // An event accepted before the end of the grace time is still found by its key.
    expect(
      await bench.accept(id, {
        eventName: 'image.generated',
        timestamp: late,
        idempotencyKey: 'k',
      }),
    ).toMatchObject({
      status: 'duplicate',
    })
  })
})

describe('idempotency keys of events', () => {
  it('return the first result for a repeated event and count it once', async () => {
    const id = await bench.customer('key-1', { credits: 10 })
    const event = {
      eventName: 'image.generated',
      quantity: 3,
      idempotencyKey: 'a',
      properties: { x: 1, y: 2 },
    }
    const first = await bench.accept(id, event)
    await bench.accept(id, { eventName: 'image.generated' })
    const again = { ...event, properties: { y: 2, x: 1 } }
    expect(await bench.accept(id, again)).toEqual({ ...first, status: 'duplicate' })
    expect(await bench.balance(id)).toBe('6')
    expect(await bench.track([event, event], id)).toMatchObject({ accepted: 2, rejected: 0 })
  })

  it('count an event once within one request', async () => {
    const id = await bench.customer('key-2', { credits: 10 })
    const event = { eventName: 'image.generated', idempotencyKey: 'a' }
    const { results } = await bench.track([event, event, event], id)
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'duplicate', 'duplicate'])
    expect(new Set(results.map(({ eventId }) => eventId)).size).toBe(1)
    expect(await bench.balance(id)).toBe('9')
  })

  it('are rejected with another payload', async () => {
    const id = await bench.customer('key-3', { credits: 10 })
    await bench.accept(id, { eventName: 'image.generated', idempotencyKey: 'a' })
    expect(
      await bench.refuse(id, { eventName: 'image.generated', quantity: 2, idempotencyKey: 'a' }),
    ).toMatchObject({ reason: 'idempotency_key_reused' })
  })

  it('are separate for each customer', async () => {
    const event = { eventName: 'image.generated', idempotencyKey: 'a' }
    for (const name of ['key-4', 'key-5']) {
      const id = await bench.customer(name, { credits: 10 })
      expect(await bench.accept(id, event)).toMatchObject({ status: 'accepted' })
    }
  })

  it('of a rejected event can be used again', async () => {
    const id = await bench.customer('key-6')
    const event = { eventName: 'image.generated', idempotencyKey: 'a' }
    await bench.refuse(id, event)
    await bench.customer(id, { credits: 1 })
    expect(await bench.accept(id, event)).toMatchObject({ status: 'accepted', creditBalance: '0' })
  })
})

describe('a track request', () => {
  it('accepts the valid events and reports the problem of every other event', async () => {
    const id = await bench.customer('request-1', { credits: 10 })
    const good = { customerId: id, eventName: 'image.generated' }
    const events = [
      good,
      { ...good, eventName: 'image.generate' },
      { ...good, customerId: 'nobody' },
      null,
      { ...good, quantity: -1 },
      { ...good, timestamp: '2027-01-01T00:00:00Z' },
      { ...good, eventName: 'chat.completed', properties: { input: 'many' } },
      good,
    ]
    const result = await bench.app.ok<{
      accepted: number
      rejections: { reason: string; message: string }[]
    }>('trackUsage', { body: { events } })
    expect(result).toMatchObject({ accepted: 2, rejected: 6 })
    expect(result.rejections.map(({ reason }) => reason)).toEqual([
      'unknown_event',
      'customer_not_found',
      'invalid_event',
      'invalid_event',
      'timestamp_out_of_range',
      'invalid_event',
    ])
    expect(result.rejections[0]?.message).toContain('"image.generated"')
    expect(await bench.balance(id)).toBe('8')
  })

  it('is rejected as a whole when it is malformed, and writes nothing', async () => {
    const id = await bench.customer('request-2', { credits: 10 })
    const good = { customerId: id, eventName: 'image.generated' }
    for (const body of [
      {},
      { events: [] },
      { events: Array(1_001).fill(good) },
      { events: [good], more: 1 },
    ]) {
      expect(await bench.app.fails('trackUsage', { body })).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
    }
    expect(await bench.balance(id)).toBe('10')
  })

  it('accepts a thousand events, in order', async () => {
    const id = await bench.customer('request-3', { credits: 1_000 })
    const result = await bench.track(Array(1_000).fill({ eventName: 'image.generated' }), id)
    expect(result.accepted).toBe(1_000)
    expect(result.results.map(({ creditBalance }) => Number(creditBalance))).toEqual(
      Array.from({ length: 1_000 }, (_, at) => 999 - at),
    )
  })

  it('with an Idempotency-Key always gets the same response', async () => {
    const id = await bench.customer('request-4', { credits: 10 })
    const request = {
      body: { events: [{ customerId: id, eventName: 'image.generated' }] },
      headers: { 'idempotency-key': 'track-1' },
    }
    const first = await bench.app.call('trackUsage', request)
    const second = await bench.app.call('trackUsage', request)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await bench.balance(id)).toBe('9')
  })

  it('never reaches a customer of another environment', async () => {
    const id = await bench.customer('request-5', { credits: 10 })
    for (const key of [bench.app.live.keys.full, bench.app.other.sandbox.keys.full]) {
      const result = await bench.app.ok('trackUsage', {
        key,
        body: { events: [{ customerId: id, eventName: 'image.generated' }] },
      })
      expect(result).toMatchObject({ accepted: 0, rejections: [{ reason: 'customer_not_found' }] })
    }
    expect(await bench.balance(id)).toBe('10')
  })

  it('computes sums that a double cannot hold exactly', async () => {
    const id = await bench.customer('request-6', { credits: 0.3 })
    for (const quantity of [0.1, 0.1, 0.1])
      await bench.accept(id, { eventName: 'image.generated', quantity })
    expect(await bench.balance(id)).toBe('0')
  })
})
