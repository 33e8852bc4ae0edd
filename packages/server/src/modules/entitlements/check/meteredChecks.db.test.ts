import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckBench, callQuota, startCheckBench } from '../testing/checkBench.ts'

let bench: CheckBench
beforeAll(async () => {
  bench = await startCheckBench()
})
afterAll(() => bench.app.stop())

describe('a metered feature', () => {
  it('counts tracked usage and denies a request for more than the remaining units', async () => {
    const customerId = await bench.subscriber([callQuota(3)])
    await bench.track(customerId, 'call')
    expect(await bench.check(customerId, 'calls', 2)).toMatchObject({ access: true, remaining: 2 })
    expect(await bench.check(customerId, 'calls', 3)).toMatchObject({
      access: false,
      deniedReason: 'usage_exceeded',
      remaining: 2,
    })
  })

  it('gives access beyond a soft limit', async () => {
    const customerId = await bench.subscriber([callQuota(1, { limit: 'soft' })])
    await bench.track(customerId, 'call')
    await bench.track(customerId, 'call')
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      access: true,
      remaining: 0,
      usage: 2,
      percentage: 200,
    })
  })

  it('has one allowance per period and gives access if any of them has room', async () => {
    const customerId = await bench.subscriber(
      [callQuota(2, { period: 'day' })],
      [callQuota(100, { period: 'lifetime' })],
    )
    for (let times = 0; times < 2; times += 1) await bench.track(customerId, 'call')
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      access: true,
      limit: 100,
      usage: 2,
      nextResetAt: null,
    })
  })

  it('resets when the next window of a rate starts', async () => {
    const customerId = await bench.subscriber([callQuota(1, { mode: 'rate', period: 'minute' })])
    await bench.track(customerId, 'call')
    expect(await bench.check(customerId, 'calls')).toMatchObject({ deniedReason: 'usage_exceeded' })
    bench.app.clock.advance({ minutes: 1 })
    expect(await bench.check(customerId, 'calls')).toMatchObject({ access: true, remaining: 1 })
  })

  it("resets at midnight in the customer's time zone", async () => {
    const customerId = await bench.customer({ timezone: 'Pacific/Auckland' })
    await bench.attach(customerId, await bench.plan([callQuota(1, { period: 'day' })]))
    await bench.track(customerId, 'call')
    const { nextResetAt } = (await bench.probe(customerId, 'calls')) as { nextResetAt: string }
    // Midnight in Auckland in January is 11:00 UTC.
    expect(nextResetAt).toMatch(/T11:00:00\.000Z$/)
    const left = new Date(nextResetAt).getTime() - bench.app.clock.now().getTime()
    bench.app.clock.advance({ seconds: left / 1000 - 0.001 })
    expect(await bench.check(customerId, 'calls')).toMatchObject({ access: false })
    bench.app.clock.advance({ seconds: 0.001 })
    expect(await bench.check(customerId, 'calls')).toMatchObject({ access: true })
  })

  it('counts an override in the billing period of the oldest subscription, or else in the month', async () => {
    const anchor = new Date('2026-01-03T08:00:00Z')
    const subscribed = await bench.customer()
    await bench.attach(subscribed, await bench.plan([]), anchor)
    const alone = await bench.customer()
    for (const customerId of [subscribed, alone]) {
      await bench.override(customerId, 'calls', { mode: 'quota', value: 5 })
      await bench.track(customerId, 'call')
    }
    expect(await bench.probe(subscribed, 'calls')).toMatchObject({
      usage: 1,
      nextResetAt: '2026-02-03T08:00:00.000Z',
    })
    expect(await bench.probe(alone, 'calls')).toMatchObject({
      usage: 1,
      nextResetAt: '2026-02-01T00:00:00.000Z',
    })
  })

  it('follows a test clock', async () => {
    const { environmentId } = bench.app.sandbox
    const freeze = (frozen_time: Date) =>
      bench.app.db
        .insertInto('test_clocks')
        .values({
          environment_id: environmentId,
          id: 'clk_1',
          frozen_time,
          created_at: frozen_time,
          updated_at: frozen_time,
        })
        .onConflict((conflict) =>
          conflict.columns(['environment_id', 'id']).doUpdateSet({ frozen_time }),
        )
        .execute()
    await freeze(new Date('2030-01-31T10:00:00Z'))
    const customerId = await bench.customer({ testClockId: 'clk_1' })
    const { billingAnchor } = await bench.attach(customerId, await bench.plan([callQuota(1)]))
    expect(billingAnchor.toISOString()).toBe('2030-01-31T10:00:00.000Z')
    await bench.track(customerId, 'call')
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      access: false,
      nextResetAt: '2030-02-28T10:00:00.000Z',
    })
    await freeze(new Date('2030-02-28T10:00:00Z'))
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      access: true,
      nextResetAt: '2030-03-31T10:00:00.000Z',
    })
  })
})
