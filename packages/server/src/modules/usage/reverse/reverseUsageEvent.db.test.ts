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

const reverse = (id: string) => bench.app.ok('reverseUsageEvent', { params: { id } })
const meter = async (customerId: string, metricId: string) =>
  (await bench.app.ok<{ usage: number }>('getUsageMeter', { query: { customerId, metricId } }))
    .usage

describe('reversing an event', () => {
  it('returns its credits and removes it from every counter', async () => {
    const id = await bench.customer('reverse-1', { credits: 10, plans: ['both'] })
    const { eventId } = await bench.accept(id, { eventName: 'image.generated', quantity: 4 })
    await bench.accept(id, { eventName: 'image.generated', quantity: 1 })
    expect(await reverse(eventId)).toMatchObject({
      id: eventId,
      creditsDeducted: '4',
      reversedAt: bench.app.clock.now().toISOString(),
    })
    expect(await bench.balance(id)).toBe('9')
    expect(await bench.accrued(id)).toEqual({ Images: '1' })
    expect(await meter(id, 'images')).toBe(1)
    const { data } = await bench.app.ok<{ data: unknown[] }>('getUsageAggregate', {
      query: { customerId: id },
    })
    expect(data).toEqual([{ date: '2026-01-15', eventName: 'image.generated', total: 1 }])
  })

  it('works only once', async () => {
    const id = await bench.customer('reverse-2', { credits: 10 })
    const { eventId } = await bench.accept(id, { eventName: 'image.generated', quantity: 4 })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        bench.app.call('reverseUsageEvent', { params: { id: eventId } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await bench.balance(id)).toBe('10')
  })

  it('makes room under a limit', async () => {
    const id = await bench.customer('reverse-3', { plans: ['hard'] })
    const { results } = await bench.track(Array(3).fill({ eventName: 'api.call' }), id)
    await bench.refuse(id, { eventName: 'api.call' })
    await reverse(results[0]?.eventId ?? '')
    await bench.accept(id, { eventName: 'api.call' })
  })

  it('recomputes max, latest and unique values', async () => {
    const id = await bench.customer('reverse-4', { plans: ['metered', 'hard'] })
    const stored = (bytes: number) => ({ eventName: 'storage.measured', properties: { bytes } })
    const seen = (user: string) => ({ eventName: 'user.seen', properties: { user } })
    const level = (quantity: number) => ({ eventName: 'level.set', quantity })
    const { results } = await bench.track(
      [stored(50), stored(90), seen('ada'), seen('bob'), seen('bob'), level(3), level(7)],
      id,
    )
    const undo = (at: number) => reverse(results[at]?.eventId ?? '')
    await undo(1)
    await undo(2)
    await undo(3)
    await undo(6)
    expect(await bench.accrued(id)).toEqual({ Storage: '50', Users: '1', Level: '3' })
    expect(await meter(id, 'users')).toBe(1)
    // A value that no remaining event has is new again.
    await bench.accept(id, seen('ada'))
    expect(await meter(id, 'users')).toBe(2)
  })

  it('does not free the idempotency key, because the event was recorded', async () => {
    const id = await bench.customer('reverse-5', { credits: 10 })
    const event = { eventName: 'image.generated', idempotencyKey: 'k' }
    const { eventId } = await bench.accept(id, event)
    await reverse(eventId)
    expect(await bench.accept(id, event)).toMatchObject({ status: 'duplicate', eventId })
    expect(await bench.balance(id)).toBe('10')
  })

  it('returns 404 for an unknown event and for another merchant’s event', async () => {
    const id = await bench.customer('reverse-6', { credits: 10 })
    const { eventId } = await bench.accept(id, { eventName: 'image.generated' })
    for (const unknown of ['nothing', 'evt_01m7f0eykhepdt23e2hmqghqwe', `x${eventId}`]) {
      expect(await bench.app.fails('reverseUsageEvent', { params: { id: unknown } })).toMatchObject(
        {
          status: 404,
        },
      )
    }
    for (const key of [bench.app.live.keys.full, bench.app.other.sandbox.keys.full]) {
      expect(
        await bench.app.fails('reverseUsageEvent', { key, params: { id: eventId } }),
      ).toMatchObject({ status: 404 })
    }
    expect(await bench.balance(id)).toBe('9')
  })
})
