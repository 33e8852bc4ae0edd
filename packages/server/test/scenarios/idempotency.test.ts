import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const create = (key: string, name: string, more: { key?: string; token?: string } = {}) =>
  app.call('createProduct', { body: { name }, headers: { 'idempotency-key': key }, ...more })

const productsNamed = async (name: string) => {
  const { rowCount } = await app.pool.query('SELECT FROM products WHERE name = $1', [name])
  return rowCount
}

describe('Idempotency-Key', () => {
  it('gives 50 identical concurrent requests one effect and identical responses', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => create('at-once', 'Made at once')),
    )
    const succeeded = replies.filter(({ status }) => status === 200)
    const waiting = replies.filter(({ status }) => status !== 200)
    expect(new Set(succeeded.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { status, body, headers } of waiting) {
      expect({ status, code: (body as { error: { code: string } }).error.code }).toEqual({
        status: 409,
        code: 'idempotency_in_progress',
      })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect(await productsNamed('Made at once')).toBe(1)
  })

  it('repeats the stored response and marks it with a header', async () => {
    const first = await create('replay', 'Replayed')
    app.clock.advance({ hours: 23 })
    const again = await create('replay', 'Replayed')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await productsNamed('Replayed')).toBe(1)
  })

  it('treats a body with reordered fields as the same request', async () => {
    const headers = { 'idempotency-key': 'order' }
    await app.ok('createProduct', { headers, body: { name: 'Order', description: 'd' } })
    const again = await app.call('createProduct', {
      headers,
      body: { description: 'd', name: 'Order' },
    })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('cannot be reused with another body, path or method', async () => {
    await create('reused', 'First')
    const headers = { 'idempotency-key': 'reused' }
    for (const [operation, call] of [
      ['createProduct', { body: { name: 'Second' } }],
      ['createCoupon', { body: { code: 'First', percentOff: 1, duration: 'once' } }],
      ['putCustomer', { params: { customerId: 'c' }, body: { name: 'First' } }],
    ] as const) {
      expect(await app.fails(operation, { ...call, headers })).toMatchObject({
        status: 409,
        code: 'idempotency_key_reused',
      })
    }
    expect(await productsNamed('Second')).toBe(0)
  })

  it('is separate for each caller and each environment', async () => {
    await create('mine', 'Shared name 1')
    const live = await create('mine', 'Shared name 2', { key: app.live.keys.full })
    const other = await create('mine', 'Shared name 3', { key: app.other.sandbox.keys.full })
    expect([live.status, other.status]).toEqual([200, 200])
  })

  it('is forgotten after 24 hours', async () => {
    await create('old', 'Old one')
    app.clock.advance({ hours: 24 })
    const { status, body } = await create('old', 'New one')
    expect({ status, name: (body as { name: string }).name }).toEqual({
      status: 200,
      name: 'New one',
    })
  })

  it('can be used again by a corrected request after a failed one', async () => {
    const headers = { 'idempotency-key': 'mended' }
    expect((await app.fails('createProduct', { headers, body: { nam: 'typo' } })).status).toBe(400)
    await app.ok('createProduct', { body: { name: 'Taken', slug: 'taken' } })
    const conflict = await app.fails('createProduct', {
      headers,
      body: { name: 'x', slug: 'taken' },
    })
    expect(conflict.code).toBe('already_exists')
    await app.ok('createProduct', { headers, body: { name: 'x', slug: 'not-taken' } })
  })

  it('stores responses encrypted, because a response may contain a secret', async () => {
    await app.ok('putCustomer', { params: { customerId: 'c' }, body: {} })
    const headers = { 'idempotency-key': 'portal' }
    const session = await app.ok<{ token: string }>('createPortalSession', {
      headers,
      body: { customerId: 'c' },
    })
    const { rows } = await app.pool.query<{ sealed_body: Buffer }>(
      `SELECT sealed_body FROM idempotency_keys WHERE key = 'portal'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed_body.includes(session.token)).toBe(false)
    const again = await app.ok('createPortalSession', { headers, body: { customerId: 'c' } })
    expect(again).toEqual(session)
  })

  it('must be 1 to 255 characters', async () => {
    expect(
      await app.fails('createProduct', {
        body: { name: 'x' },
        headers: { 'idempotency-key': 'k'.repeat(256) },
      }),
    ).toMatchObject({
      status: 400,
      details: [{ path: 'headers.idempotency-key' }],
    })
  })
})

describe('a crash between the effect and its response', () => {
  it('leaves neither the effect nor the key, and a retry has one effect', async () => {
    // The connection dies after the effect is written and before the commit.
    const headers = { 'idempotency-key': 'crashed' }
    const blocker = new pg.Client({ connectionString: app.databaseUrl })
    await blocker.connect()
    await blocker.query('BEGIN')
    await blocker.query('LOCK TABLE idempotency_keys IN EXCLUSIVE MODE')
    const crashing = app.call('createProduct', { headers, body: { name: 'Crashed' } })
    const pid = await waitForLockedBackend()
    await blocker.query('SELECT pg_terminate_backend($1)', [pid])
    const { status, body } = await crashing
    await blocker.query('ROLLBACK')
    await blocker.end()
    expect({ status, code: (body as { error: { code: string } }).error.code }).toEqual({
      status: 503,
      code: 'unavailable',
    })
    expect(await productsNamed('Crashed')).toBe(0)
    await app.ok('createProduct', { headers, body: { name: 'Crashed' } })
    await app.ok('createProduct', { headers, body: { name: 'Crashed' } })
    expect(await productsNamed('Crashed')).toBe(1)
  })

  /** Finds the backend that has written the product and waits to store the response. */
  async function waitForLockedBackend(): Promise<number> {
    for (;;) {
      const { rows } = await app.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE relation = 'idempotency_keys'::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      if (rows[0]) return rows[0].pid
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
})
