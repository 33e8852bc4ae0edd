import type { CheckResponse } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SecondApp, startSecondApp } from '../../../../test/harness/app/secondApp.ts'
import { type CheckBench, startCheckBench } from '../testing/checkBench.ts'

let bench: CheckBench
let second: SecondApp
beforeAll(async () => {
  bench = await startCheckBench()
  second = await startSecondApp(bench.app)
})
afterAll(async () => {
  await second.stop()
  await bench.app.stop()
})

/** Sends the same check to both servers, which must agree. Also warms their caches. */
const checkBoth = async (customerId: string, featureSlug: string): Promise<CheckResponse> => {
  const body = { customerId, featureSlug }
  const here = await bench.check(customerId, featureSlug)
  expect(await second.ok<CheckResponse>('check', { body })).toEqual(here)
  return here
}

describe('the next check on any server sees', () => {
  it('a change of the catalog', async () => {
    const customerId = await bench.customer()
    await bench.grant(customerId, 10)
    expect(await checkBoth(customerId, 'pages')).toMatchObject({ access: true })
    await bench.app.ok('updateFeature', {
      params: { id: 'pages' },
      body: { creditCost: { perUnit: '11', rules: [] } },
    })
    expect(await checkBoth(customerId, 'pages')).toMatchObject({
      deniedReason: 'credit_exhausted',
    })
    await bench.app.ok('updateFeature', {
      params: { id: 'pages' },
      body: { creditCost: { perUnit: '2.5', rules: [] } },
    })
    expect(await checkBoth(customerId, 'pages')).toMatchObject({ access: true })
  })

  it('a new feature in a new currency', async () => {
    const customerId = await bench.customer()
    await checkBoth(customerId, 'pages')
    await bench.create('CreditCurrency', { name: 'Gold', slug: 'gold', denomination: 'unit' })
    await bench.create('Feature', {
      name: 'Gilding',
      slug: 'gilding',
      type: 'credit',
      metricId: 'pages',
      creditCurrencyId: 'gold',
    })
    await bench.grant(customerId, 3, { creditCurrencyId: 'gold' })
    expect(await checkBoth(customerId, 'gilding')).toMatchObject({
      access: true,
      creditBalance: 3,
    })
  })

  it('the start and the end of a subscription and of an override', async () => {
    const customerId = await bench.customer()
    const denied = { access: false, deniedReason: 'no_active_subscription' }
    expect(await checkBoth(customerId, 'badge')).toMatchObject(denied)
    const planId = await bench.plan([{ featureSlug: 'badge' }])
    await bench.attach(customerId, planId)
    expect(await checkBoth(customerId, 'badge')).toMatchObject({ access: true })
    await bench.override(customerId, 'badge', { access: false })
    expect(await checkBoth(customerId, 'badge')).toMatchObject({ deniedReason: 'no_entitlement' })
    await bench.app.ok('deleteEntitlementOverride', {
      params: { customerId, featureSlug: 'badge' },
    })
    expect(await checkBoth(customerId, 'badge')).toMatchObject({ access: true })
    await bench.detach(customerId, planId)
    expect(await checkBoth(customerId, 'badge')).toMatchObject(denied)
  })

  it('an old subscriber on the old plan version and a new subscriber on the new version', async () => {
    const planId = await bench.plan([{ featureSlug: 'seats', value: 1 }])
    const early = await bench.customer()
    await bench.attach(early, planId)
    const seatsOf = async (customerId: string) =>
      (await bench.probe(customerId, 'seats')) as { value?: unknown }
    expect(await seatsOf(early)).toMatchObject({ value: 1 })
    await bench.app.ok('updatePlan', {
      params: { id: planId },
      body: { entitlements: [{ featureSlug: 'seats', value: 2 }] },
    })
    const late = await bench.customer()
    const { planVersion } = await bench.attach(late, planId)
    expect(planVersion).toBe(2)
    expect([await seatsOf(early), await seatsOf(late)]).toMatchObject([{ value: 1 }, { value: 2 }])
  })

  it('a changed time zone', async () => {
    const customerId = await bench.customer()
    const daily = { featureSlug: 'calls', mode: 'quota', value: 5, period: 'day' }
    await bench.attach(customerId, await bench.plan([daily]))
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      nextResetAt: '2026-01-16T00:00:00.000Z',
    })
    await bench.app.ok('putCustomer', {
      params: { customerId },
      body: { timezone: 'America/New_York' },
    })
    const value = await second.ok('checkCustomer', {
      params: { customerId },
      body: { featureSlug: 'calls' },
    })
    expect(value).toMatchObject({ nextResetAt: '2026-01-16T05:00:00.000Z' })
  })

  it('every track that was answered, with many concurrent clients', async () => {
    const names = Array.from({ length: 8 }, async () => {
      const customerId = await bench.customer()
      await bench.grant(customerId, 1_000)
      return customerId
    })
    const rounds = (await Promise.all(names)).map(async (customerId, client) => {
      for (let round = 1; round <= 25; round += 1) {
        // Track on one server, check on the other.
        const [tracks, checks] =
          (client + round) % 2 === 0 ? [bench.app, second] : [second, bench.app]
        await tracks.ok('trackUsage', { body: { events: [{ customerId, eventName: 'page' }] } })
        const { creditBalance } = await checks.ok<CheckResponse>('check', {
          body: { customerId, featureSlug: 'pages' },
        })
        expect(creditBalance).toBe(1_000 - round * 2.5)
      }
    })
    await Promise.all(rounds)
  })
})
