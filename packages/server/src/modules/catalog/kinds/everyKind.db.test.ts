import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { readCatalogVersion } from '../read.ts'
import { problemsOf } from '../testing/problemsOf.ts'
import { createProduct } from './product.ts'

type Item = Record<string, unknown> & { id: string; slug: string; status: string }
type Page = { data: Item[]; nextCursor: string | null }

let app: TestApp
let product: Item
let currency: Item

beforeAll(async () => {
  app = await startTestApp()
  product = await app.ok<Item>('createProduct', { body: { name: 'App' } })
  currency = await app.ok<Item>('createCreditCurrency', {
    body: { name: 'Credits', denomination: 'unit' },
  })
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

const kinds = [
  { kind: 'Product', many: 'Products', body: () => ({}) },
  { kind: 'CreditCurrency', many: 'CreditCurrencies', body: () => ({ denomination: 'usd' }) },
  { kind: 'Metric', many: 'Metrics', body: () => ({ eventName: 'e', aggregation: 'count' }) },
  { kind: 'Feature', many: 'Features', body: () => ({ type: 'boolean' }) },
  { kind: 'Tier', many: 'Tiers', body: () => ({ productId: product.id }) },
  {
    kind: 'CreditPackage',
    many: 'CreditPackages',
    body: () => ({ creditCurrencyId: currency.id, credits: 100.5, price: 999, currency: 'usd' }),
  },
] as const

describe.each(kinds)('every kind: $kind', ({ kind, many, body }) => {
  const create = (extra: object = {}) =>
    app.ok<Item>(`create${kind}`, { body: { name: 'Thing', slug: unique(), ...body(), ...extra } })

  it('is created, read by id and by slug, and listed', async () => {
    const made = await create()
    expect(made.status).toBe('active')
    expect(await app.ok(`get${kind}`, { params: { id: made.id } })).toEqual(made)
    expect(await app.ok(`get${kind}`, { params: { id: made.slug } })).toEqual(made)
    const { data } = await app.ok<Page>(`list${many}`)
    expect(data).toContainEqual(made)
  })

  it('derives its slug from its name', async () => {
    const name = `Größe ${unique()}`
    const made = await app.ok<Item>(`create${kind}`, { body: { name, ...body() } })
    expect(made.slug).toBe(name.replace('Größe ', 'gro-e-'))
    const problems = await problemsOf(app, `create${kind}`, { body: { name: '日本', ...body() } })
    expect(problems).toHaveProperty('slug')
  })

  it('rejects a slug that an active or archived object uses', async () => {
    const { slug, id } = await create()
    const again = { body: { name: 'Other', slug, ...body() } }
    const first = await app.fails(`create${kind}`, again)
    expect([first.status, first.code]).toEqual([409, 'already_exists'])
    expect(first.message).toContain(`"${slug}"`)
    await app.ok(`archive${kind}`, { params: { id } })
    const second = await app.fails(`create${kind}`, again)
    expect([second.status, second.code]).toEqual([409, 'already_exists'])
    expect(second.message).toContain('archived')
  })

  it('is archived once and restored by a PATCH request', async () => {
    const { id, slug } = await create()
    app.clock.advance({ minutes: 1 })
    const gone = await app.ok<Item>(`archive${kind}`, { params: { id: slug } })
    expect(gone.status).toBe('archived')
    app.clock.advance({ minutes: 1 })
    expect(await app.ok(`archive${kind}`, { params: { id } })).toEqual(gone)
    const listed = async (status: string) =>
      (await app.ok<Page>(`list${many}`, { query: { status, limit: 100 } })).data.map((i) => i.id)
    expect(await listed('archived')).toContain(id)
    expect(await listed('active')).not.toContain(id)
    const back = await app.ok<Item>(`update${kind}`, {
      params: { id },
      body: { name: 'Back', status: 'active' },
    })
    expect(back).toMatchObject({ id, slug, name: 'Back', status: 'active' })
  })

  it('is not found by another name or in another environment', async () => {
    const { id } = await create()
    const change = { body: { name: 'Mine' } }
    for (const call of [
      { params: { id: 'nope' } },
      { params: { id }, key: app.live.keys.full },
      { params: { id }, key: app.other.sandbox.keys.full },
    ]) {
      expect((await app.fails(`get${kind}`, call)).status).toBe(404)
      expect((await app.fails(`update${kind}`, { ...call, ...change })).status).toBe(404)
      expect((await app.fails(`archive${kind}`, call)).status).toBe(404)
    }
  })

  it('is listed in pages, newest first', async () => {
    for (let count = 0; count < 3; count += 1) await create()
    const all = await app.ok<Page>(`list${many}`, { query: { limit: 100 } })
    expect(all.nextCursor).toBeNull()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await app.ok<Page>(`list${many}`, {
        query: { limit: 2, ...(cursor && { cursor }) },
      })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(all.data.map(({ id }) => id))
  })

  it('never changes its slug', async () => {
    const { id } = await create()
    const problems = await problemsOf(app, `update${kind}`, {
      params: { id },
      body: { slug: 'new' },
    })
    expect(problems).toEqual({ slug: 'is not a known field' })
  })
})

describe('slugs', () => {
  it('are given to only one of several concurrent requests', async () => {
    const attempts = Array.from({ length: 8 }, () =>
      app.call('createProduct', { body: { name: 'Race' } }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  it('may equal the id of another object, and the id wins', async () => {
    const first = await app.ok<Item>('createProduct', { body: { name: 'First' } })
    await app.ok('createProduct', { body: { name: 'Second', slug: first.id } })
    expect(await app.ok('getProduct', { params: { id: first.id } })).toEqual(first)
  })

  it('are unique per environment', async () => {
    const made = await app.ok<Item>('createProduct', {
      body: { name: 'App' },
      key: app.live.keys.full,
    })
    expect(made.slug).toBe(product.slug)
  })
})

describe('the catalog version', () => {
  const version = () =>
    withTransaction(app.db, (tx) => readCatalogVersion(tx, app.sandbox.environmentId), 'read')

  it('increases with every write and stays the same when a write is rejected', async () => {
    const before = await version()
    const { id } = await app.ok<Item>('createProduct', { body: { name: 'Versioned' } })
    await app.ok('updateProduct', { params: { id }, body: { name: 'Version' } })
    await app.ok('archiveProduct', { params: { id } })
    expect(await version()).toBe(before + 3)
    await app.fails('createProduct', { body: { name: 'Versioned' } })
    expect(await version()).toBe(before + 3)
  })

  it('serializes writes', async () => {
    const before = await version()
    const names = Array.from({ length: 10 }, () => unique())
    await Promise.all(names.map((name) => app.ok('createProduct', { body: { name } })))
    expect(await version()).toBe(before + 10)
  })

  it('starts at 0', async () => {
    const { environmentId } = app.other.live
    expect(await withTransaction(app.db, (tx) => readCatalogVersion(tx, environmentId))).toBe(0)
  })
})

describe('products', () => {
  it('keep omitted fields and clear fields that are null', async () => {
    const body = {
      name: 'Full',
      description: 'D',
      imageUrl: 'https://x.test/i.png',
      metadata: { a: [1] },
    }
    const made = await app.ok<Item>('createProduct', { body })
    expect(made).toMatchObject({ ...body, organizationId: app.sandbox.organizationId })
    const changed = await app.ok('updateProduct', {
      params: { id: made.id },
      body: { description: null },
    })
    expect(changed).toMatchObject({ ...body, description: null })
  })

  it('are visible to the public only while they are active', async () => {
    const gone = await archived('Product', { name: 'Gone' })
    const key = app.sandbox.keys.publishable
    for (const query of [{}, { status: 'active' }]) {
      const { data } = await app.ok<Page>('listProducts', { key, query: { limit: 100, ...query } })
      expect(data.map(({ slug }) => slug)).toContain(product.slug)
      expect(data.map(({ slug }) => slug)).not.toContain(gone)
    }
    const refused = await app.fails('listProducts', { key, query: { status: 'archived' } })
    expect([refused.status, refused.code]).toEqual([403, 'forbidden'])
  })

  it('can be created through the use case alone', async () => {
    const made = await withTransaction(app.db, (tx) =>
      createProduct(tx, app.sandbox.scope(), { name: 'Direct' }),
    )
    expect(await app.ok('getProduct', { params: { id: 'direct' } })).toEqual(made)
    await expect(
      withTransaction(app.db, (tx) => createProduct(tx, app.sandbox.scope(), { name: 'Direct' })),
    ).rejects.toThrow(PurserError)
  })
})
