import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SecondApp, startSecondApp } from '../../../../test/harness/app/secondApp.ts'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'

let bench: TopUpBench
let second: SecondApp
beforeAll(async () => {
  bench = await startTopUpBench()
  second = await startSecondApp(bench.app)
})
afterAll(async () => {
  await second.stop()
  await bench.drain()
  await bench.expectSound()
  await bench.stop()
})

const RULE = { threshold: 5_000, topupAmount: 20_000 }
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

const user = async (id: string) => {
  const customerId = await bench.refilled(id, 10_000, RULE)
  await bench.subscribe(customerId)
  await bench.drain()
  return customerId
}
const event = (customerId: string, quantity: number) => ({
  customerId,
  eventName: 'chat.sent',
  quantity,
})
const statuses = async (customerId: string) =>
  (await bench.attempts(customerId)).map(({ status }) => status)
const charges = async (customerId: string) =>
  (await bench.book(customerId)).charges.map(({ amount }) => amount)
const balance = async (customerId: string) => (await bench.wallet(customerId)).balance

describe('200 simultaneous debits across the threshold cause one purchase', () => {
  it('as single events', async () => {
    const customerId = await user('singles')
    await times(200, () =>
      bench.app.ok('trackUsage', { body: { events: [event(customerId, 40)] } }),
    )
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.drain()
    expect(await charges(customerId)).toEqual([20_000])
    expect(await balance(customerId)).toBe(22_000)
  })

  it('as batches', async () => {
    const customerId = await user('batches')
    await times(20, () =>
      bench.app.ok('trackUsage', {
        body: { events: Array.from({ length: 10 }, () => event(customerId, 40)) },
      }),
    )
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.drain()
    expect(await charges(customerId)).toEqual([20_000])
    expect(await balance(customerId)).toBe(22_000)
  })

  it('through two servers, as events and as corrections', async () => {
    const customerId = await user('two-servers')
    await times(200, (at) => {
      const server = at % 2 === 0 ? bench.app : second
      return at % 5 === 0
        ? server.ok('createAdjustment', {
            body: { customerId, creditCurrencyId: 'money', amount: -40 },
          })
        : server.ok('trackUsage', { body: { events: [event(customerId, 40)] } })
    })
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.drain()
    expect(await charges(customerId)).toEqual([20_000])
    expect(await balance(customerId)).toBe(22_000)
  })

  it('while the jobs run', async () => {
    const customerId = await user('with-jobs')
    await Promise.all([
      times(200, () => bench.app.ok('trackUsage', { body: { events: [event(customerId, 40)] } })),
      (async () => {
        while ((await statuses(customerId)).length === 0) await bench.drain()
        await times(3, () => bench.sweep())
      })(),
    ])
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await charges(customerId)).toEqual([20_000])
    expect(await balance(customerId)).toBe(22_000)
  })
})

describe('concurrent work on one attempt charges once', () => {
  it('by jobs and sweeps', async () => {
    const customerId = await user('many-hands')
    await bench.spend(customerId, 6_000)
    const [attempt] = await bench.attempts(customerId)
    const payload = {
      environmentId: bench.app.sandbox.environmentId,
      attemptId: attempt?.id,
    }
    await times(12, (at) => (at % 3 === 0 ? bench.sweep() : bench.run('fireAutoTopUp', payload)))
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await charges(customerId)).toEqual([20_000])
    expect(await balance(customerId)).toBe(24_000)
    expect(
      (await bench.eventTypes(customerId)).filter((type) => type === 'topup.succeeded'),
    ).toHaveLength(1)
  })

  it('by sweeps that all find the wallet low', async () => {
    const customerId = await bench.refilled('many-sweeps', 10_000)
    await bench.drain()
    await bench.rule(customerId, { ...RULE, threshold: 10_000 })
    await times(8, () => bench.sweep())
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await charges(customerId)).toEqual([20_000])
  })

  it('with a webhook that arrives before the answer', async () => {
    const customerId = await user('early-webhook')
    await bench.faults({ operation: 'charge', effect: 'webhook_first', customerId })
    await bench.spend(customerId, 6_000)
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await balance(customerId)).toBe(24_000)
  })
})

it('a manual top-up beside an automatic one is a separate purchase', async () => {
  const customerId = await user('both')
  await bench.spend(customerId, 6_000)
  await Promise.all([bench.topUp(customerId, 700), bench.drain()])
  await bench.drain()
  expect((await charges(customerId)).sort()).toEqual([20_000, 700])
  expect(await balance(customerId)).toBe(24_700)
})
