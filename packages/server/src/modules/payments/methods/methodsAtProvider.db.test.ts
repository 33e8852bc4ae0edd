import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../../platform/db/pool.ts'
import { runJobs } from '../../../platform/jobs/runJobs.ts'
import { ensureProviderCustomer } from '../providers/ensureProviderCustomer.ts'
import { type MethodBench, startMethodBench } from '../testing/methodBench.ts'
import { detachAtProvider, detachDueMethods } from './detachAtProvider.ts'
import { refreshPaymentMethod } from './refreshPaymentMethod.ts'

let bench: MethodBench
beforeAll(async () => {
  bench = await startMethodBench()
})
beforeEach(async () => {
  await bench.reset()
  const { app, provider } = bench
  await ensureProviderCustomer(app.db, provider, bench.scope(), 'jane')
})
afterEach(() => bench.expectSound())
afterAll(() => bench.stop())

const detach = (id: string) =>
  bench.app.ok('detachPaymentMethod', { params: { id }, query: { customerId: 'jane' } })
const sweep = () => detachDueMethods(bench.app.db, bench.app.clock, bench.providers)
const runDetachJob = (id: string) =>
  detachAtProvider(bench.app.db, bench.app.clock, bench.providers, {
    environmentId: bench.app.sandbox.environmentId,
    id,
  })
const refresh = (providerMethodId: string) =>
  refreshPaymentMethod(bench.app.db, bench.app.clock, bench.providers, {
    environmentId: bench.app.sandbox.environmentId,
    provider: 'sandbox',
    providerMethodId,
  })
const detachCalls = () => bench.provider.calls.filter((call) => call.startsWith('detachMethod'))

describe('detaching a method at the provider', () => {
  it('is done once by a job after the provider was down', async () => {
    const { id } = await bench.attach()
    bench.provider.isDown = true
    await detach(id)
    expect(detachCalls()).toEqual([])
    bench.provider.isDown = false
    await runDetachJob(id)
    await runDetachJob(id)
    bench.app.clock.advance({ days: 1 })
    await sweep()
    expect(detachCalls()).toEqual(['detachMethod card_1'])
    expect(bench.provider.methods.size).toBe(0)
  })

  it('is done by the job that the API call enqueues', async () => {
    const { id } = await bench.attach()
    const gone = Promise.withResolvers<void>()
    const forget = bench.provider.methods.delete.bind(bench.provider.methods)
    bench.provider.methods.delete = (name) => {
      gone.resolve()
      return forget(name)
    }
    const owner = createPool({ connectionString: bench.app.databaseUrl, max: 4, as: 'owner' })
    const runner = await runJobs(owner, bench.app.app.jobs, pino({ level: 'silent' }))
    await detach(id)
    await gone.promise
    await runner.stop()
    await owner.end()
    expect(detachCalls()).toEqual(['detachMethod card_1'])
  })

  it('is done by the sweep if the job was lost', async () => {
    const { id } = await bench.attach()
    await detach(id)
    await sweep()
    expect(detachCalls()).toEqual([])
    bench.app.clock.advance({ minutes: 1 })
    await sweep()
    expect(detachCalls()).toEqual(['detachMethod card_1'])
  })

  it('is retried at growing intervals while the provider is down', async () => {
    const { id } = await bench.attach()
    await detach(id)
    bench.provider.isDown = true
    await expect(runDetachJob(id)).rejects.toThrow('down')
    bench.app.clock.advance({ minutes: 1 })
    await sweep()
    expect(detachCalls()).toHaveLength(1)
    bench.app.clock.advance({ minutes: 1 })
    await expect(sweep()).rejects.toThrow('Payment methods not yet detached at the provider: 1.')
    bench.app.clock.advance({ minutes: 3 })
    await sweep()
    expect(detachCalls()).toHaveLength(2)
    bench.provider.isDown = false
    bench.app.clock.advance({ minutes: 1 })
    await sweep()
    expect(detachCalls()).toHaveLength(3)
    expect(bench.provider.methods.size).toBe(0)
  })
})

describe('a webhook about a method', () => {
  it('attaches the method of a known customer', async () => {
    const { providerMethodId } = bench.provider.save('jane')
    await refresh(providerMethodId)
    await refresh(providerMethodId)
    expect(await bench.list()).toMatchObject([{ providerMethodId, isDefault: true }])
    expect(await bench.eventTypes()).toEqual(['attached'])
  })

  it('ignores the method of an unknown customer', async () => {
    await refresh(bench.provider.save('nobody').providerMethodId)
    expect(await bench.eventTypes()).toEqual([])
  })

  it('updates the expiry date of a card', async () => {
    const { id, providerMethodId } = await bench.attach()
    const method = bench.provider.save('jane', { expMonth: 2, expYear: 2033 })
    bench.provider.methods.set(providerMethodId, { ...method, providerMethodId })
    await refresh(providerMethodId)
    expect(await bench.list()).toMatchObject([{ id, expMonth: 2, expYear: 2033 }])
  })

  it('detaches a method that the provider no longer has, even if a subscription depends on it', async () => {
    const { providerMethodId } = await bench.attach()
    await bench.subscribe()
    bench.provider.methods.delete(providerMethodId)
    await refresh(providerMethodId)
    await refresh(providerMethodId)
    expect(await bench.list()).toEqual([])
    expect(await bench.eventTypes()).toEqual(['attached', 'detached'])
    bench.app.clock.advance({ days: 1 })
    await sweep()
    expect(detachCalls()).toEqual([])
  })

  it('does not restore a method that was detached in Purser but still exists at the provider', async () => {
    const { id, providerMethodId } = await bench.attach()
    await detach(id)
    await refresh(providerMethodId)
    expect(await bench.list()).toEqual([])
  })

  it("leads to the provider's current state in any order of webhooks", async () => {
    const { providerMethodId } = bench.provider.save('jane')
    const { duringCall } = bench.provider
    // The provider deletes the method, and that webhook is processed, while this lookup is still
    // reading the old answer.
    bench.provider.duringCall = async () => {
      bench.provider.duringCall = duringCall
      bench.provider.methods.delete(providerMethodId)
      await refresh(providerMethodId)
    }
    await refresh(providerMethodId)
    expect(await bench.list()).toEqual([])
  })

  it('fails if the provider cannot be reached', async () => {
    bench.provider.isDown = true
    await expect(refresh('card_1')).rejects.toThrow('down')
  })
})
