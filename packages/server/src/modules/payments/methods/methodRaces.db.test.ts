import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForBlocked } from '../../../platform/db/testing/waitForBlocked.ts'
import { setAutoTopUp } from '../../topups/auto/setAutoTopUp.ts'
import { ensureProviderCustomer } from '../providers/ensureProviderCustomer.ts'
import { type MethodBench, startMethodBench } from '../testing/methodBench.ts'
import { attachPaymentMethod } from './attachPaymentMethod.ts'
import { refreshPaymentMethod } from './refreshPaymentMethod.ts'

let bench: MethodBench
beforeAll(async () => {
  bench = await startMethodBench()
})
beforeEach(() => bench.reset())
afterEach(() => bench.expectSound())
afterAll(() => bench.stop())

const ROUNDS = 8
const jane = { customerId: 'jane' }
const detach = (id: string) =>
  bench.app.call('detachPaymentMethod', { params: { id }, query: jane })
const replace = (oldPaymentMethodId: string, newPaymentMethodId: string) =>
  bench.app.call('replacePaymentMethod', {
    body: { ...jane, oldPaymentMethodId, newPaymentMethodId },
  })
const setDefault = (id: string) =>
  bench.app.call('setDefaultPaymentMethod', { params: { id }, body: jane })

describe('concurrent calls', () => {
  it('replace a method once: the second replacement is refused', async () => {
    await bench.subscribe()
    let { id: charged } = await bench.attach()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await bench.attach(), await bench.attach()]
      const answers = await Promise.all([replace(charged, one.id), replace(charged, two.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = answers[0]?.status === 200 ? one : two
      expect(await bench.defaultOf()).toBe(winner.id)
      charged = winner.id
    }
  })

  it('that replace two methods with each other leave one of them as the default', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await bench.attach({ isDefault: true }), await bench.attach()]
      const answers = await Promise.all([replace(one.id, two.id), replace(two.id, one.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await bench.defaultOf()).toBe(answers[0]?.status === 200 ? two.id : one.id)
    }
  })

  it('never both detach a method and make it the default of a subscriber', async () => {
    await bench.subscribe()
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await bench.attach({ isDefault: true })
      const { id } = await bench.attach()
      const [detached, chosen] = await Promise.all([detach(id), setDefault(id)])
      expect([detached.status, chosen.status].sort()).toEqual([200, 409])
      expect(await bench.defaultOf()).toBe(detached.status === 200 ? before.id : id)
    }
  })

  it('cannot detach a method while an auto-top-up that depends on it is being enabled', async () => {
    const { id } = await bench.attach()
    await bench.enableAutoTopUp()
    const wallet = { ...jane, creditCurrencyId: 'money' }
    await bench.app.ok('disableAutoTopUp', { params: wallet })
    const detaching = Promise.withResolvers<Awaited<ReturnType<typeof detach>>>()
    await bench.run(async (tx, scope) => {
      const rule = { mode: 'amount', topupAmount: 1_000, threshold: 1, enabled: true } as const
      await setAutoTopUp(tx, scope, wallet, rule)
      detach(id).then(detaching.resolve, detaching.reject)
      await waitForBlocked(bench.app.owner)
    })
    expect(await detaching.promise).toMatchObject({
      status: 409,
      body: { error: { code: 'pm_in_use' } },
    })
  })

  it('that attach a method by webhook and by API create one record and one event', async () => {
    const { app, provider, providers } = bench
    await ensureProviderCustomer(app.db, provider, bench.scope(), 'jane')
    for (let round = 1; round <= ROUNDS; round += 1) {
      const method = provider.save('jane')
      const { environmentId } = app.sandbox
      const { providerMethodId } = method
      await Promise.all([
        refreshPaymentMethod(app.db, app.clock, providers, {
          environmentId,
          provider: 'sandbox',
          providerMethodId,
        }),
        bench.run((tx, scope) =>
          attachPaymentMethod(tx, scope, { ...jane, provider: 'sandbox', method }),
        ),
      ])
      expect(await bench.list()).toHaveLength(round)
      expect(await bench.eventTypes()).toHaveLength(round)
    }
    expect((await bench.list()).filter((each) => each.isDefault)).toHaveLength(1)
  })

  it('that create the customer at the provider return the same id', async () => {
    const { app, provider } = bench
    const both = Promise.withResolvers<void>()
    let calls = 0
    provider.duringCall = async () => {
      calls += 1
      if (calls === 2) both.resolve()
      await both.promise
    }
    // This provider creates a different id each time, which must not cause two records.
    const ids = ['cus_1', 'cus_2']
    provider.customerIdOf = () => ids.pop() ?? 'cus_3'
    const ask = () => ensureProviderCustomer(app.db, provider, bench.scope(), 'jane')
    const [one, two] = await Promise.all([ask(), ask()])
    expect(calls).toBe(2)
    expect(one).toBe(two)
    expect(await ask()).toBe(one)
    expect(calls).toBe(2)
  })
})
