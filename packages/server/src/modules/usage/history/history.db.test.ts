import type { UsageEventRecord } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUsageBench } from '../testing/usageBench.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())

type Events = { data: UsageEventRecord[]; nextCursor: string | null }
const list = (query: Record<string, string | number>) =>
  bench.app.ok<Events>('listUsageEvents', { query })

describe('the list of events', () => {
  it('pages through the events of one customer or of all, newest first', async () => {
    for (const name of ['list-1', 'list-2']) await bench.customer(name, { credits: 100 })
    for (let at = 0; at < 5; at += 1) {
      for (const name of ['list-1', 'list-2']) {
        await bench.accept(name, { eventName: 'image.generated', quantity: at })
      }
    }
    const all: UsageEventRecord[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Events = await list({ limit: 3, ...(cursor && { cursor }) })
      all.push(...page.data)
      cursor = page.nextCursor
    }
    expect(all.map(({ customerId, quantity }) => `${customerId} ${quantity}`)).toEqual(
      [4, 3, 2, 1, 0].flatMap((at) => [`list-2 ${at}`, `list-1 ${at}`]),
    )
    const own = await list({ customerId: 'list-1', limit: 2 })
    expect(own.data.map(({ quantity }) => quantity)).toEqual([4, 3])
    const next = await list({ customerId: 'list-1', limit: 100, cursor: own.nextCursor ?? '' })
    expect(next.data.map(({ quantity }) => quantity)).toEqual([2, 1, 0])
    expect(next.nextCursor).toBeNull()
  })

  it('can be filtered by name and by time, including both ends', async () => {
    const id = await bench.customer('list-3', { credits: 100 })
    const at = (second: number) => `2026-01-10T00:00:0${second}.000Z`
    for (const second of [1, 2, 3]) {
      await bench.accept(id, {
        eventName: 'image.generated',
        timestamp: at(second),
        quantity: second,
      })
    }
    await bench.accept(id, { eventName: 'page.viewed', timestamp: at(2) })
    const found = await list({
      customerId: id,
      eventName: 'image.generated',
      from: at(2),
      to: at(3),
    })
    expect(found.data.map(({ quantity }) => quantity)).toEqual([3, 2])
  })

  it('shows an event as it was sent, with its effects', async () => {
    const id = await bench.customer('list-4', { credits: 100 })
    const properties = { model: 'large', nested: { a: [1, null] } }
    const { eventId } = await bench.accept(id, {
      eventName: 'image.generated',
      quantity: 0.5,
      properties,
      timestamp: '2026-01-10T10:00:00+02:00',
      idempotencyKey: 'k',
    })
    expect((await list({ customerId: id })).data).toEqual([
      expect.objectContaining({
        id: eventId,
        quantity: 0.5,
        properties,
        timestamp: '2026-01-10T08:00:00.000Z',
        idempotencyKey: 'k',
        flow: 'credit',
        featureSlug: 'images',
        creditsDeducted: '1.25',
        reversedAt: null,
      }),
    ])
  })
})

describe('daily totals', () => {
  it('have a row for each UTC day and event name, oldest first', async () => {
    const id = await bench.customer('day-1', { credits: 100, timezone: 'Pacific/Auckland' })
    const image = (timestamp: string, quantity: number) => ({
      eventName: 'image.generated',
      timestamp,
      quantity,
    })
    await bench.track(
      [
        image('2026-01-10T23:59:59.999Z', 1),
        image('2026-01-11T00:00:00Z', 2),
        image('2026-01-11T12:00:00Z', 3),
        { eventName: 'page.viewed', timestamp: '2026-01-11T12:00:00Z', quantity: 7 },
        image('2025-12-01T00:00:00Z', 9),
      ],
      id,
    )
    const read = (query: object) =>
      bench.app.ok<{ data: { date: string; total: number }[] }>('getUsageAggregate', {
        query: { customerId: id, ...query },
      })
    expect((await read({})).data).toEqual([
      { date: '2026-01-10', eventName: 'image.generated', total: 1 },
      { date: '2026-01-11', eventName: 'image.generated', total: 5 },
      { date: '2026-01-11', eventName: 'page.viewed', total: 7 },
    ])
    expect(
      (await read({ from: '2025-12-01', to: '2026-01-10', eventName: 'image.generated' })).data.map(
        ({ total }) => total,
      ),
    ).toEqual([9, 1])
    expect(await read({ days: 5 })).toMatchObject({
      from: '2026-01-11',
      to: '2026-01-15',
      data: [{ date: '2026-01-11' }, { date: '2026-01-11' }],
    })
    expect(await read({ days: 2, to: '2026-01-10' })).toMatchObject({
      from: '2026-01-09',
      data: [{ date: '2026-01-10' }],
    })
    expect(await read({})).toMatchObject({ from: '2025-12-17', to: '2026-01-15' })
    expect(
      await bench.app.fails('getUsageAggregate', {
        query: { customerId: id, from: '2026-02-01', to: '2026-01-01' },
      }),
    ).toMatchObject({ status: 400 })
    expect(await bench.app.fails('getUsageAggregate', { query: {} })).toMatchObject({ status: 400 })
  })
})

describe('a usage meter', () => {
  it('shows the usage and the limit of this period', async () => {
    const id = await bench.customer('meter-1', { plans: ['hard'] })
    await bench.track(Array(2).fill({ eventName: 'api.call' }), id)
    const read = (metricId: string) =>
      bench.app.ok('getUsageMeter', { query: { customerId: id, metricId } })
    expect(await read('calls')).toMatchObject({
      usage: 2,
      limit: 3,
      isUnlimited: false,
      percentage: (2 / 3) * 100,
    })
    expect(await read('images')).toMatchObject({
      usage: 0,
      limit: null,
      isUnlimited: true,
      percentage: 0,
    })
    bench.app.clock.advance({ days: 1 })
    expect(await read('calls')).toMatchObject({ usage: 0 })
  })

  it('counts by calendar month for a pay-as-you-go customer', async () => {
    const id = await bench.customer('meter-2', { credits: 100 })
    await bench.accept(id, { eventName: 'image.generated', quantity: 3 })
    await bench.accept(id, {
      eventName: 'image.generated',
      quantity: 4,
      timestamp: '2025-12-31T00:00:00Z',
    })
    expect(
      await bench.app.ok('getUsageMeter', { query: { customerId: id, metricId: 'images' } }),
    ).toMatchObject({ usage: 3 })
  })

  it('has no limit if the plan gives unlimited use', async () => {
    const id = await bench.customer('meter-3', { plans: ['unlimited'] })
    expect(await bench.accept(id, { eventName: 'api.call' })).toMatchObject({ flow: 'meter' })
    expect(
      await bench.app.ok('getUsageMeter', { query: { customerId: id, metricId: 'calls' } }),
    ).toMatchObject({ usage: 1, limit: null, isUnlimited: true })
  })

  it('returns 404 for an unknown customer or metric', async () => {
    const id = await bench.customer('meter-4')
    for (const query of [
      { customerId: id, metricId: 'no' },
      { customerId: 'no', metricId: 'calls' },
    ]) {
      expect(await bench.app.fails('getUsageMeter', { query })).toMatchObject({ status: 404 })
    }
  })
})
