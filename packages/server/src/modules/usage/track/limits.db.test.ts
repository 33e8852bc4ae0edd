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

describe('limits', () => {
  const call = { eventName: 'api.call' }

  it('reject events beyond them until the period ends if they are hard', async () => {
    const id = await bench.customer('limit-1', { plans: ['hard'] })
    const { accepted, rejections } = await bench.track([call, call, call, call], id)
    expect(accepted).toBe(3)
    expect(rejections).toEqual([
      { index: 3, reason: 'limit_exceeded', message: expect.stringContaining('calls allows 3') },
    ])
    bench.app.clock.advance({ days: 1 })
    expect(await bench.accept(id, call)).toMatchObject({ flow: 'meter', featureSlug: 'calls' })
  })

  it('keep counting if they are soft', async () => {
    const id = await bench.customer('limit-2', { plans: ['soft'] })
    expect(await bench.track([call, call, call, call], id)).toMatchObject({ accepted: 4 })
    expect(
      await bench.app.ok('getUsageMeter', { query: { customerId: id, metricId: 'calls' } }),
    ).toMatchObject({ usage: 4, limit: 3, percentage: 100, isUnlimited: false })
  })

  it('add up over several subscriptions', async () => {
    const id = await bench.customer('limit-3', { plans: ['hard', 'addon'] })
    expect(await bench.track(Array(6).fill(call), id)).toMatchObject({ accepted: 5, rejected: 1 })
  })

  it('on a rate reset with the next minute and ignore late events', async () => {
    const id = await bench.customer('limit-4', { plans: ['rate'] })
    expect(await bench.track([call, call, call], id)).toMatchObject({ accepted: 2, rejected: 1 })
    const before = bench.app.clock.now().toISOString()
    bench.app.clock.advance({ minutes: 1 })
    expect(await bench.track([call, { ...call, timestamp: before }, call], id)).toMatchObject({
      accepted: 3,
    })
    expect(await bench.refuse(id, call)).toMatchObject({ reason: 'limit_exceeded' })
  })

  it('on a rate are not moved ahead by an event with a future time', async () => {
    const id = await bench.customer('limit-8', { plans: ['rate'] })
    const ahead = new Date(bench.app.clock.now().getTime() + 50 * 60_000).toISOString()
    expect(await bench.track([{ ...call, timestamp: ahead }, call, call], id)).toMatchObject({
      accepted: 2,
      rejected: 1,
    })
  })

  it('also apply to max, latest and unique metrics', async () => {
    const id = await bench.customer('limit-5', { plans: ['hard'] })
    const stored = (bytes: number) => ({ eventName: 'storage.measured', properties: { bytes } })
    expect(await bench.track([stored(100), stored(60), stored(101)], id)).toMatchObject({
      accepted: 2,
      rejections: [{ index: 2, reason: 'limit_exceeded' }],
    })
    const seen = (user: string) => ({ eventName: 'user.seen', properties: { user } })
    expect(await bench.track([seen('a'), seen('b'), seen('a'), seen('c')], id)).toMatchObject({
      accepted: 3,
      rejections: [{ index: 3 }],
    })
    const level = (quantity: number, timestamp?: string) => ({
      eventName: 'level.set',
      quantity,
      ...(timestamp && { timestamp }),
    })
    expect(await bench.track([level(10), level(11)], id)).toMatchObject({
      accepted: 1,
      rejected: 1,
    })
    // A late event does not change `latest`.
    await bench.accept(id, level(3, '2026-01-01T00:00:00Z'))
    expect(
      await bench.app.ok('getUsageMeter', { query: { customerId: id, metricId: 'level' } }),
    ).toMatchObject({ usage: 10 })
  })

  it("count days in the customer's time zone", async () => {
    const id = await bench.customer('limit-6', { plans: ['hard'], timezone: 'Pacific/Auckland' })
    const at = (timestamp: string) => ({ ...call, timestamp })
    // Noon UTC on 15 January is already the 16th in Auckland.
    const events = ['2026-01-14T10:59:59Z', '2026-01-14T11:00:00Z', '2026-01-15T10:59:59Z'].map(at)
    expect(
      await bench.track([...events, ...events.slice(1), at('2026-01-15T10:59:59Z')], id),
    ).toMatchObject({
      accepted: 4,
      rejected: 2,
    })
  })

  it('emit one event when they are reached', async () => {
    const id = await bench.customer('limit-7', { plans: ['soft'] })
    await bench.track(Array(5).fill(call), id)
    const { rows } = await bench.app.pool.query(
      `SELECT payload FROM outbox_messages WHERE customer_id = $1 AND type = 'entitlement.limit_reached'`,
      [id],
    )
    expect(rows).toEqual([
      { payload: expect.objectContaining({ featureSlug: 'calls', limit: 3, usage: 3 }) },
    ])
  })
})
