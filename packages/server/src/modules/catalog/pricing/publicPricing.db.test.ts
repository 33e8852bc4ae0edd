import type { Plan, PublicPricing } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

type Item = { id: string; slug: string }
type PublicTier = PublicPricing['tiers'][number]

let app: TestApp
let credits: Item

const create = <T = Item>(kind: string, body: object) => app.ok<T>(`create${kind}`, { body })
const pricing = (id = 'app') =>
  app.ok<PublicPricing>('getPublicPricing', {
    params: { productId: id },
    key: app.sandbox.keys.publishable,
  })
const tierOf = async (slug: string): Promise<PublicTier> => {
  const tier = (await pricing()).tiers.find((candidate) => candidate.slug === slug)
  if (!tier) throw new Error(`no tier ${slug}`)
  return tier
}

const flat = (amount: number) => ({
  type: 'recurring',
  name: 'Base',
  pricing: { model: 'flat', amount },
})

beforeAll(async () => {
  app = await startTestApp()
  await create('Product', { name: 'App', description: 'The app', metadata: { secret: 'inside' } })
  credits = await create('CreditCurrency', { name: 'Credits', denomination: 'unit' })
  await create('CreditCurrency', { name: 'Coins', denomination: 'unit' })
  await create('Metric', { name: 'Tokens', eventName: 'tokens.used', aggregation: 'sum' })
  const ai = { type: 'credit', metricId: 'tokens', creditCurrencyId: 'credits' }
  await create('Feature', { name: 'AI', ...ai, displayOrder: 1 })
  await create('Feature', { name: 'Coined', ...ai, creditCurrencyId: 'coins', displayOrder: 9 })
  await create('Feature', { name: 'Calls', type: 'metered', metricId: 'tokens', displayOrder: 1 })
  await create('Feature', { name: 'Burst', type: 'metered', metricId: 'tokens', displayOrder: 2 })
  await create('Feature', { name: 'SSO', type: 'boolean' })
  await create('Feature', { name: 'Seats', type: 'config', displayOrder: 3 })
  await create('Feature', { name: 'Regions', type: 'enum', displayOrder: 4 })
  await create('Feature', { name: 'Inner secret', type: 'boolean' })
  const tier = (name: string, more: object) => create('Tier', { productId: 'app', name, ...more })
  await tier('Pro', { displayOrder: 2, isPopular: true, ctaLabel: 'Buy' })
  await tier('Free', { displayOrder: 1, isForeverFree: true })
  await tier('Enterprise', { isSelfServe: false, isSalesLed: true })
  const old = await tier('Old', {})
  await app.ok('archiveTier', { params: { id: old.id } })

  const plan = (body: object) =>
    create<Plan>('Plan', { productId: 'app', tierId: 'pro', currency: 'eur', ...body })
  await plan({
    name: 'Pro yearly',
    interval: 'year',
    charges: [flat(20_000)],
    entitlements: [
      { featureSlug: 'calls', mode: 'quota', value: 99_999 },
      { featureSlug: 'coined' },
    ],
  })
  await plan({
    name: 'Pro monthly',
    interval: 'month',
    metadata: { badge: 'best' },
    trial: { days: 14 },
    charges: [
      flat(2000),
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        quantity: 3,
        pricing: { model: 'per_unit', unitAmount: '100.5' },
      },
      {
        type: 'recurring',
        name: 'Half',
        pricing: { model: 'per_unit', unitAmount: '0.5' },
        minimum: 7,
      },
      {
        type: 'usage',
        name: 'Tokens',
        metricId: 'tokens',
        pricing: { model: 'per_unit', unitAmount: '5' },
      },
      { type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 999 } },
    ],
    entitlements: [
      { featureSlug: 'sso' },
      { featureSlug: 'calls', mode: 'quota', value: 1000 },
      { featureSlug: 'burst', mode: 'rate', value: 60, period: 'minute' },
      { featureSlug: 'ai' },
      { featureSlug: 'seats', value: 3 },
      { featureSlug: 'regions', values: ['eu', 'us'] },
    ],
    grantRules: [
      { creditCurrencyId: 'credits', amount: 500, cadence: 'billing_period' },
      { creditCurrencyId: 'credits', amount: 250.5, cadence: 'billing_period' },
      { creditCurrencyId: 'credits', amount: 10, cadence: 'day' },
    ],
  })
  await plan({ name: 'Pro quarterly', interval: 'month', intervalCount: 3, charges: [flat(5400)] })
  await plan({ name: 'Free forever', tierId: 'free', interval: 'none', currency: 'eur' })
  await plan({ name: 'Pack', kind: 'addon', interval: 'month', charges: [flat(500)] })
  await plan({ name: 'Any tier', kind: 'addon', tierId: null, interval: 'month' })
  // None of these may be visible.
  const secret = { entitlements: [{ featureSlug: 'inner-secret' }] }
  await plan({ name: 'Secret one', interval: 'day', isPublic: false, ...secret })
  await plan({ name: 'Secret two', interval: 'day', status: 'draft', ...secret })
  await plan({ name: 'Secret three', interval: 'day', tierId: 'enterprise', ...secret })
  await plan({ name: 'Secret four', interval: 'day', tierId: null, ...secret })
  const gone = await plan({ name: 'Secret five', interval: 'day', ...secret })
  await app.ok('archivePlan', { params: { id: gone.id } })

  const pack = (name: string, body: object) =>
    create('CreditPackage', {
      name,
      creditCurrencyId: 'credits',
      credits: 1000,
      price: 999,
      currency: 'usd',
      ...body,
    })
  await pack('For pro', { tierId: 'pro', expiresAfterDays: 30 })
  await pack('For all', {})
  await pack('For free', { tierId: 'free' })
  await pack('Secret pack', { tierId: 'enterprise' })
  const ended = await pack('Secret ended', {})
  await app.ok('archiveCreditPackage', { params: { id: ended.id } })
  await create('CreditCurrency', { name: 'Unused', denomination: 'unit' })
  await pack('Secret unused', { creditCurrencyId: 'unused' })
})
afterAll(() => app.stop())

describe('public pricing', () => {
  it('shows the product and its self-serve tiers in display order', async () => {
    const page = await pricing()
    expect(page.product).toMatchObject({ name: 'App', slug: 'app', description: 'The app' })
    expect(page.currency).toBe('eur')
    expect(page.tiers.map(({ slug }) => slug)).toEqual(['free', 'pro'])
    expect(page.tiers[1]).toMatchObject({
      isPopular: true,
      isForeverFree: false,
      isSelfServe: true,
      isSalesLed: false,
      ctaLabel: 'Buy',
      intervals: ['month', '3 months', 'year'],
    })
    expect(page.tiers[0]).toMatchObject({ isForeverFree: true, intervals: ['none'] })
  })

  it('shows the price of one period and rounds each charge separately', async () => {
    const { plans, addons } = await tierOf('pro')
    expect(plans.map(({ slug, price }) => [slug, price])).toEqual([
      // 2000 + 301.5 → 302 (half to even) + at least 7
      ['pro-monthly', 2309],
      ['pro-quarterly', 5400],
      ['pro-yearly', 20_000],
    ])
    expect(plans[0]).toMatchObject({
      metadata: { badge: 'best' },
      trial: { days: 14, requiresPaymentMethod: false },
    })
    expect(plans[0]?.charges).toHaveLength(5)
    expect(addons.map(({ slug }) => slug)).toEqual(['pack', 'any-tier'])
    expect((await tierOf('free')).addons.map(({ slug }) => slug)).toEqual(['any-tier'])
  })

  it('has a row for every feature of the visible plans', async () => {
    const { features } = await pricing()
    expect(features.map(({ slug }) => slug)).toEqual([
      'sso',
      'ai',
      'calls',
      'burst',
      'seats',
      'regions',
      'coined',
    ])
    expect(features[1]).toEqual({
      slug: 'ai',
      name: 'AI',
      eventName: 'tokens.used',
      creditCurrencyId: credits.id,
    })
    expect(features[0]).toMatchObject({ eventName: null, creditCurrencyId: null })
  })

  it('shows the entitlements of the plan with the shortest interval', async () => {
    const { entitlementBySlug } = await tierOf('pro')
    const cell = { value: null, period: null, periodAllocation: null }
    expect(entitlementBySlug).toEqual({
      sso: { ...cell, type: 'boolean', mode: 'unlimited' },
      calls: {
        type: 'metered',
        mode: 'quota',
        value: 1000,
        period: 'billing_period',
        periodAllocation: 1000,
      },
      burst: { type: 'metered', mode: 'rate', value: 60, period: 'minute', periodAllocation: null },
      ai: {
        type: 'credit',
        mode: 'quota',
        value: 750.5,
        period: 'billing_period',
        periodAllocation: 750.5,
      },
      seats: { ...cell, type: 'config', mode: 'quota', value: 3 },
      regions: { ...cell, type: 'enum', mode: 'quota', value: ['eu', 'us'] },
    })
    expect((await tierOf('free')).entitlementBySlug).toEqual({})
  })

  it('offers packages of the tier, and packages without a tier that its plans can spend', async () => {
    const slugs = async (tier: string) =>
      (await tierOf(tier)).creditPackages.map(({ slug }) => slug)
    expect(await slugs('pro')).toEqual(['for-pro', 'for-all'])
    expect(await slugs('free')).toEqual(['for-free'])
  })

  it('shows only public data', async () => {
    expect(JSON.stringify(await pricing())).not.toMatch(/secret/i)
  })

  it('is found by id or slug, but not for a product that is archived, unknown or in another environment', async () => {
    const { product } = await pricing()
    expect(await pricing(product.id)).toEqual(await pricing())
    const gone = await create('Product', { name: 'Gone' })
    await app.ok('archiveProduct', { params: { id: gone.id } })
    for (const productId of [gone.id, 'nope']) {
      expect((await app.fails('getPublicPricing', { params: { productId } })).status).toBe(404)
    }
    const call = { params: { productId: product.id }, key: app.other.sandbox.keys.publishable }
    expect((await app.fails('getPublicPricing', call)).status).toBe(404)
  })

  it('has no tiers and the currency of the environment for a product without tiers', async () => {
    await create('Product', { name: 'Bare' })
    const page = await pricing('bare')
    expect(page).toMatchObject({ currency: 'usd', features: [], tiers: [] })
  })

  it('returns 304 to a browser that has it cached', async () => {
    const call = { params: { productId: 'app' }, key: app.sandbox.keys.publishable }
    const { headers } = await app.call('getPublicPricing', call)
    const etag = headers.get('etag') ?? ''
    const again = await app.call('getPublicPricing', {
      ...call,
      headers: { 'if-none-match': etag },
    })
    expect([etag === '', again.status]).toEqual([false, 304])
  })
})
