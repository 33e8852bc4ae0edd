import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { problemsOf } from '../testing/problemsOf.ts'

type Item = Record<string, unknown> & { id: string; slug: string; status: string }
type Page = { data: Item[]; nextCursor: string | null }

let app: TestApp
let product: Item
let currency: Item
let wallet: Item
let metric: Item
let tier: Item

beforeAll(async () => {
  app = await startTestApp()
  product = await app.ok<Item>('createProduct', { body: { name: 'App' } })
  currency = await app.ok<Item>('createCreditCurrency', {
    body: { name: 'Credits', denomination: 'unit' },
  })
  wallet = await app.ok<Item>('createCreditCurrency', {
    body: { name: 'Euro wallet', denomination: 'eur' },
  })
  metric = await app.ok<Item>('createMetric', {
    body: { name: 'Tokens', eventName: 'tokens', aggregation: 'sum' },
  })
  tier = await app.ok<Item>('createTier', { body: { productId: 'app', name: 'Pro' } })
})
afterAll(() => app.stop())

/** Creates and archives an object that nothing may refer to, and returns its slug. */
async function archived(kind: string, body: object): Promise<string> {
  const { id, slug } = await app.ok<Item>(`create${kind}`, { body })
  await app.ok(`archive${kind}`, { params: { id } })
  return slug
}

let things = 0
function unique(): string {
  things += 1
  return `thing-${things}`
}

describe('credit currencies', () => {
  const refused = (body: object) =>
    problemsOf(app, 'createCreditCurrency', { body: { name: unique(), ...body } })

  it('take their scale from ISO 4217, or count units', async () => {
    expect(currency).toMatchObject({ minorUnitScale: 0, applyToInvoices: false })
    expect(wallet).toMatchObject({ minorUnitScale: 2 })
    const make = (body: object) =>
      app.ok('createCreditCurrency', { body: { name: unique(), ...body } })
    expect(await make({ denomination: 'jpy' })).toMatchObject({ minorUnitScale: 0 })
    expect(await make({ denomination: 'kwd' })).toMatchObject({ minorUnitScale: 3 })
    expect(
      await make({ denomination: 'usd', minorUnitScale: 4, applyToInvoices: true }),
    ).toMatchObject({ minorUnitScale: 4, applyToInvoices: true })
    expect(await make({ denomination: 'unit', minorUnitScale: 0 })).toMatchObject({
      denomination: 'unit',
    })
  })

  it('reject unknown money and units that pay invoices', async () => {
    expect(Object.keys(await refused({ denomination: 'zzz' }))).toEqual(['denomination'])
    expect(
      Object.keys(
        await refused({ denomination: 'unit', minorUnitScale: 2, applyToInvoices: true }),
      ),
    ).toEqual(['minorUnitScale', 'applyToInvoices'])
    expect(
      await problemsOf(app, 'updateCreditCurrency', {
        params: { id: currency.id },
        body: { applyToInvoices: true },
      }),
    ).toHaveProperty('applyToInvoices')
  })
})

describe('metrics', () => {
  it('require or reject a property, depending on the aggregation', async () => {
    const body = { name: 'M', eventName: 'e' }
    const without = await problemsOf(app, 'createMetric', {
      body: { ...body, aggregation: 'unique' },
    })
    expect(without).toHaveProperty('property')
    const needless = { ...body, aggregation: 'count', property: 'p' }
    expect(await problemsOf(app, 'createMetric', { body: needless })).toHaveProperty('property')
    const filter = [{ property: 'region', in: ['eu', 1, true] }]
    const made = await app.ok('createMetric', {
      body: { ...body, aggregation: 'unique', property: 'userId', filter },
    })
    expect(made).toMatchObject({ property: 'userId', filter })
  })
})

describe('features', () => {
  const refused = (body: object) =>
    problemsOf(app, 'createFeature', { body: { name: unique(), ...body } })

  it('refer to a metric and a credit currency by id or slug', async () => {
    const made = await app.ok('createFeature', {
      body: {
        name: 'AI',
        type: 'credit',
        metricId: metric.slug,
        creditCurrencyId: currency.id,
        displayOrder: 3,
      },
    })
    expect(made).toMatchObject({
      metricId: metric.id,
      creditCurrencyId: currency.id,
      creditCost: { perUnit: '1', rules: [] },
      displayOrder: 3,
    })
    const creditCost = { perUnit: '2.5', rules: [{ where: { model: 'large' }, perUnit: '12.5' }] }
    expect(
      await app.ok('updateFeature', { params: { id: 'ai' }, body: { creditCost } }),
    ).toMatchObject({ creditCost })
  })

  it('require exactly the references of their type', async () => {
    expect(Object.keys(await refused({ type: 'metered' }))).toEqual(['metricId'])
    expect(Object.keys(await refused({ type: 'credit' }))).toEqual(['metricId', 'creditCurrencyId'])
    const everything = {
      metricId: metric.id,
      creditCurrencyId: currency.id,
      creditCost: { perUnit: '1' },
    }
    for (const type of ['boolean', 'config', 'enum']) {
      expect(Object.keys(await refused({ type, ...everything }))).toEqual(Object.keys(everything))
    }
    expect(Object.keys(await refused({ type: 'metered', ...everything }))).toEqual([
      'creditCurrencyId',
      'creditCost',
    ])
  })

  it('report missing, archived and mismatched references all at once', async () => {
    const gone = await archived('Metric', { name: 'Old', eventName: 'old', aggregation: 'count' })
    expect(await refused({ type: 'credit', metricId: gone, creditCurrencyId: metric.id })).toEqual({
      metricId: `metric "${gone}" is archived`,
      creditCurrencyId: `there is no credit currency "${metric.id}"`,
    })
    expect(
      await problemsOf(app, 'createFeature', {
        body: { name: '日本', type: 'metered', metricId: 'nope' },
      }),
    ).toEqual({
      slug: expect.stringContaining('is required'),
      metricId: 'there is no metric "nope"',
    })
  })

  it('have a credit cost only if their type is credit', async () => {
    const { id } = await app.ok<Item>('createFeature', { body: { name: 'SSO', type: 'boolean' } })
    const body = { creditCost: { perUnit: '1' } }
    expect(await problemsOf(app, 'updateFeature', { params: { id }, body })).toHaveProperty(
      'creditCost',
    )
  })

  it('are restored only after the objects they depend on', async () => {
    const base = await app.ok<Item>('createMetric', {
      body: { name: 'Base', eventName: 'base', aggregation: 'count' },
    })
    const { id } = await app.ok<Item>('createFeature', {
      body: { name: 'Based', type: 'metered', metricId: base.id },
    })
    await app.ok('archiveFeature', { params: { id } })
    await app.ok('archiveMetric', { params: { id: base.id } })
    const restore = { params: { id }, body: { status: 'active' } }
    const refusal = await app.fails('updateFeature', restore)
    expect([refusal.status, refusal.code]).toEqual([409, 'invalid_state'])
    expect(refusal.message).toContain('metric "base"')
    await app.ok('updateMetric', { params: { id: base.id }, body: { status: 'active' } })
    expect(await app.ok('updateFeature', restore)).toMatchObject({ status: 'active' })
  })
})

describe('tiers', () => {
  it('belong to an active product', async () => {
    expect(tier).toMatchObject({ productId: product.id, isSelfServe: true, isPopular: false })
    const refused = (productId: string) =>
      problemsOf(app, 'createTier', { body: { productId, name: unique() } })
    expect(await refused('nope')).toEqual({ productId: 'there is no product "nope"' })
    const gone = await archived('Product', { name: 'Ended' })
    expect(await refused(gone)).toEqual({ productId: `product "${gone}" is archived` })
  })

  it('are listed by product', async () => {
    const other = await app.ok<Item>('createProduct', { body: { name: 'Second app' } })
    const made = await app.ok<Item>('createTier', { body: { productId: other.id, name: 'Solo' } })
    for (const productId of [other.id, other.slug]) {
      const { data } = await app.ok<Page>('listTiers', { query: { productId } })
      expect(data).toEqual([made])
    }
    expect((await app.ok<Page>('listTiers', { query: { productId: 'nope' } })).data).toEqual([])
  })

  it('are restored only if their product is active', async () => {
    const { id: productId } = await app.ok<Item>('createProduct', { body: { name: 'Passing' } })
    const { id } = await app.ok<Item>('createTier', { body: { productId, name: 'Passing' } })
    await app.ok('archiveTier', { params: { id } })
    await app.ok('archiveProduct', { params: { id: productId } })
    const refusal = await app.fails('updateTier', { params: { id }, body: { status: 'active' } })
    expect([refusal.status, refusal.code]).toEqual([409, 'invalid_state'])
  })
})

describe('credit packages', () => {
  const base = () => ({
    name: unique(),
    creditCurrencyId: currency.slug,
    credits: 1000,
    price: 999,
    currency: 'usd',
  })

  it('store fractional credits exactly', async () => {
    const body = {
      ...base(),
      credits: 1234567.000000001,
      tierId: tier.slug,
      expiresAfterDays: 30,
    }
    expect(await app.ok('createCreditPackage', { body })).toMatchObject({
      credits: body.credits,
      creditCurrencyId: currency.id,
      tierId: tier.id,
      priority: 100,
    })
  })

  it('report all problems at once', async () => {
    const body = { ...base(), creditCurrencyId: 'nope', tierId: 'nope' }
    expect(await problemsOf(app, 'createCreditPackage', { body })).toEqual({
      creditCurrencyId: 'there is no credit currency "nope"',
      tierId: 'there is no tier "nope"',
    })
  })

  it('for a wallet in real money are sold in its currency', async () => {
    const body = { ...base(), creditCurrencyId: wallet.id }
    const problems = await problemsOf(app, 'createCreditPackage', { body })
    expect(problems.currency).toContain('must be "eur"')
    const made = await app.ok<Item>('createCreditPackage', { body: { ...body, currency: 'eur' } })
    const change = { params: { id: made.id }, body: { currency: 'usd' } }
    expect(await problemsOf(app, 'updateCreditPackage', change)).toHaveProperty('currency')
  })

  it('can change or remove their tier', async () => {
    const body = { ...base(), tierId: tier.id }
    const { id } = await app.ok<Item>('createCreditPackage', { body })
    const update = (change: object) => ({ params: { id }, body: change })
    expect(await app.ok('updateCreditPackage', update({ price: 5 }))).toMatchObject({
      price: 5,
      tierId: tier.id,
    })
    expect(await problemsOf(app, 'updateCreditPackage', update({ tierId: 'nope' }))).toEqual({
      tierId: 'there is no tier "nope"',
    })
    expect(await app.ok('updateCreditPackage', update({ tierId: null }))).toMatchObject({
      tierId: null,
    })
  })
})

describe('coupons', () => {
  const create = (body: object) =>
    app.ok<Item & { code: string }>('createCoupon', {
      body: { code: unique(), percentOff: 12.5, duration: 'once', ...body },
    })

  it('are found by id or by code, ignoring case', async () => {
    const made = await create({ code: 'Spring-26', expiresAt: '2026-03-01T01:00:00+01:00' })
    expect(made).toMatchObject({ percentOff: 12.5, expiresAt: '2026-03-01T00:00:00.000Z' })
    for (const id of [made.id, 'Spring-26', 'SPRING-26', 'spring-26']) {
      expect(await app.ok('getCoupon', { params: { id } })).toEqual(made)
    }
    expect((await app.ok<Page>('listCoupons')).data).toContainEqual(made)
  })

  it('have a unique code, regardless of case and status', async () => {
    await create({ code: 'TAKEN' })
    const again = { body: { code: 'taken', percentOff: 5, duration: 'once' } }
    const first = await app.fails('createCoupon', again)
    expect([first.status, first.code]).toEqual([409, 'already_exists'])
    expect(first.message).toContain('code "taken"')
    await app.ok('archiveCoupon', { params: { id: 'Taken' } })
    expect((await app.fails('createCoupon', again)).status).toBe(409)
    expect(
      await app.ok('updateCoupon', { params: { id: 'taken' }, body: { status: 'active' } }),
    ).toMatchObject({ status: 'active', code: 'TAKEN' })
  })

  it('reject unknown money and an expiry in the past', async () => {
    const body = { code: 'BAD', amountOff: 500, duration: 'once' }
    const noMoney = { ...body, currency: 'zzz', amountOff: -1, surplus: 1 }
    expect(Object.keys(await problemsOf(app, 'createCoupon', { body: noMoney })).sort()).toEqual([
      'amountOff',
      'currency',
      'surplus',
    ])
    const past = { ...body, currency: 'usd', expiresAt: app.clock.now().toISOString() }
    expect(Object.keys(await problemsOf(app, 'createCoupon', { body: past }))).toEqual([
      'expiresAt',
    ])
  })

  it('can change their limits', async () => {
    const { id } = await create({ maxRedemptions: 5, expiresAt: '2030-01-01T00:00:00Z' })
    const changed = await app.ok('updateCoupon', {
      params: { id },
      body: { maxRedemptions: 10 },
    })
    expect(changed).toMatchObject({ maxRedemptions: 10, expiresAt: '2030-01-01T00:00:00.000Z' })
    expect(
      await app.ok('updateCoupon', { params: { id }, body: { expiresAt: null } }),
    ).toMatchObject({ maxRedemptions: 10, expiresAt: null })
  })

  it('count redemptions up to the limit of the database type', async () => {
    const problems = await problemsOf(app, 'createCoupon', {
      body: { code: 'MANY', percentOff: 5, duration: 'once', maxRedemptions: 2 ** 40 },
    })
    expect(problems).toHaveProperty('maxRedemptions')
  })
})
