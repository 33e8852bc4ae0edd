import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bumpRightsVersion, lockCustomer } from '../../customers/index.ts'
import { type CheckBench, callQuota, startCheckBench } from '../testing/checkBench.ts'

let bench: CheckBench
beforeAll(async () => {
  bench = await startCheckBench()
})
afterAll(() => bench.app.stop())

const badge = { featureSlug: 'badge' }
const pages = (onExhausted?: string) => ({
  featureSlug: 'pages',
  ...(onExhausted && { onExhausted }),
})
const SLUGS = ['badge', 'calls', 'formats', 'pages', 'seats']

describe('a check', () => {
  it('answers 404 for a customer or a feature that does not exist', async () => {
    const customerId = await bench.customer()
    const asks = (body: object) => bench.app.fails('check', { body })
    expect(await asks({ customerId: 'nobody', featureSlug: 'badge' })).toMatchObject({
      status: 404,
      message: 'No customer "nobody" in this environment.',
    })
    expect(await asks({ customerId, featureSlug: 'bagde' })).toMatchObject({
      status: 404,
      message: 'No feature "bagde" in this environment.',
    })
    await bench.app.ok('deleteCustomer', { params: { customerId } })
    expect(await asks({ customerId, featureSlug: 'badge' })).toMatchObject({ status: 404 })
  })

  it('also finds a feature by its id', async () => {
    const customerId = await bench.subscriber([badge])
    const { id } = await bench.app.ok<{ id: string }>('getFeature', { params: { id: 'badge' } })
    expect(await bench.check(customerId, id)).toEqual({
      access: true,
      feature: { slug: 'badge', type: 'boolean' },
    })
  })

  it.each(SLUGS)('denies %s to a customer without a subscription', async (slug) => {
    expect(await bench.check(await bench.customer(), slug)).toMatchObject({
      access: false,
      deniedReason: 'no_active_subscription',
      feature: { slug },
    })
  })

  it.each(SLUGS)('denies %s to a subscriber whose plan lacks it', async (slug) => {
    expect(await bench.check(await bench.subscriber([]), slug)).toMatchObject({
      access: false,
      deniedReason: 'no_entitlement',
    })
  })

  it.each(SLUGS)('denies %s if an override denies it, even if the plan grants it', async (slug) => {
    const everything = [
      badge,
      callQuota(10),
      pages('overdraft'),
      { featureSlug: 'seats', value: 3 },
      { featureSlug: 'formats', values: ['png'] },
    ]
    const customerId = await bench.subscriber(everything)
    expect(await bench.check(customerId, slug)).toMatchObject({ access: true })
    await bench.override(customerId, slug, { access: false })
    expect(await bench.check(customerId, slug)).toMatchObject({
      access: false,
      deniedReason: 'no_entitlement',
    })
    await bench.app.ok('deleteEntitlementOverride', { params: { customerId, featureSlug: slug } })
    expect(await bench.check(customerId, slug)).toMatchObject({ access: true })
  })

  it.each([
    ['trialing', true],
    ['active', true],
    ['past_due', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['paused', false],
    ['canceled', false],
  ])('gives access to a customer with a subscription that is %s: %s', async (status, access) => {
    const customerId = await bench.subscriber([badge])
    const { environmentId } = bench.app.sandbox
    await bench.app.db.transaction().execute(async (tx) => {
      const scope = bench.app.sandbox.scope()
      await lockCustomer(tx, scope, customerId)
      await bumpRightsVersion(tx, scope, customerId)
      await tx
        .updateTable('subscriptions')
        .set({ status })
        .where('bucket', '=', bucketOf(environmentId, customerId))
        .where('customer_id', '=', customerId)
        .execute()
    })
    const denied = { access: false, deniedReason: 'no_active_subscription' }
    expect(await bench.check(customerId, 'badge')).toMatchObject(access ? { access } : denied)
  })
})

describe('credits', () => {
  it('give access without a subscription, up to the balance', async () => {
    const customerId = await bench.customer()
    await bench.grant(customerId, 10)
    expect(await bench.check(customerId, 'pages', 4)).toEqual({
      access: true,
      creditBalance: 10,
      feature: { slug: 'pages', type: 'credit' },
    })
    expect(await bench.check(customerId, 'pages', 4.1)).toMatchObject({
      access: false,
      deniedReason: 'credit_exhausted',
      creditBalance: 10,
    })
  })

  it('expire at their exact time, even before the sweep', async () => {
    const customerId = await bench.customer()
    const expiresAt = new Date(bench.app.clock.now().getTime() + 60_000).toISOString()
    await bench.grant(customerId, 10, { expiresAt })
    expect(await bench.check(customerId, 'pages')).toMatchObject({ access: true })
    bench.app.clock.advance({ minutes: 1 })
    expect(await bench.check(customerId, 'pages')).toMatchObject({
      deniedReason: 'credit_exhausted',
      creditBalance: 0,
    })
  })

  it('give access beyond the balance only if the plan allows an overdraft or an invoice', async () => {
    for (const [rule, access] of [
      ['block', false],
      ['overdraft', true],
    ] as const) {
      const customerId = await bench.subscriber([pages(rule)])
      expect(await bench.check(customerId, 'pages')).toMatchObject({ access, creditBalance: 0 })
    }
    const charge = {
      type: 'usage',
      name: 'Pages',
      metricId: 'pages',
      pricing: { model: 'per_unit', unitAmount: '1' },
    }
    const customerId = await bench.customer()
    await bench.attach(customerId, await bench.plan([pages('invoice')], { charges: [charge] }))
    expect(await bench.check(customerId, 'pages')).toMatchObject({ access: true })
  })

  it("pay the price in the customer's plan, or else the price of the feature", async () => {
    const dear = { ...pages(), creditCost: { perUnit: '11', rules: [] } }
    const customerId = await bench.subscriber([dear])
    await bench.grant(customerId, 10)
    expect(await bench.check(customerId, 'pages')).toMatchObject({
      deniedReason: 'credit_exhausted',
    })
    await bench.override(customerId, 'pages', {})
    expect(await bench.check(customerId, 'pages', 4)).toMatchObject({ access: true })
  })

  it('in a frozen wallet give no access', async () => {
    const customerId = await bench.subscriber([pages('overdraft')])
    await bench.grant(customerId, 10)
    await bench.app.db
      .updateTable('credit_accounts')
      .set({ status: 'frozen' })
      .where('customer_id', '=', customerId)
      .execute()
    expect(await bench.check(customerId, 'pages')).toMatchObject({
      access: false,
      deniedReason: 'credit_exhausted',
      creditBalance: 10,
    })
  })
})

describe('several subscriptions', () => {
  it('combine booleans by or, quotas by sum, enum values by union, and use the newest config value', async () => {
    const customerId = await bench.subscriber(
      [
        callQuota(10),
        { featureSlug: 'seats', value: 3 },
        { featureSlug: 'formats', values: ['png', 'jpg'] },
      ],
      [
        badge,
        callQuota(5),
        { featureSlug: 'seats', value: 'many' },
        { featureSlug: 'formats', values: ['jpg', 'svg'] },
      ],
    )
    expect(await bench.batch(customerId, ['badge', 'calls', 'seats', 'formats'])).toMatchObject({
      badge: { access: true },
      calls: { limit: 15, remaining: 15 },
      seats: { value: 'many' },
      formats: { enumValues: ['png', 'jpg', 'svg'] },
    })
  })

  it('give unlimited use if one of them does', async () => {
    const unlimited = { featureSlug: 'calls', mode: 'unlimited' }
    const customerId = await bench.subscriber([callQuota(1)], [unlimited])
    await bench.track(customerId, 'call')
    await bench.track(customerId, 'call')
    expect(await bench.check(customerId, 'calls', 1_000)).toEqual({
      access: true,
      feature: { slug: 'calls', type: 'metered' },
    })
    expect(await bench.probe(customerId, 'calls')).toMatchObject({
      isUnlimited: true,
      usage: 2,
      limit: 0,
      remaining: 0,
      percentage: 0,
      nextResetAt: null,
    })
  })

  it('lose the terms of a subscription that is detached', async () => {
    const customerId = await bench.customer()
    const first = await bench.plan([callQuota(10)])
    await bench.attach(customerId, first)
    await bench.attach(customerId, await bench.plan([callQuota(5), badge]))
    expect(await bench.probe(customerId, 'calls')).toMatchObject({ limit: 15 })
    await bench.detach(customerId, first)
    expect(await bench.probe(customerId, 'calls')).toMatchObject({ limit: 5 })
  })
})
