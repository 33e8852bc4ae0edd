import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { createApiKey, revokeApiKey } from '../index.ts'
import type { KeyScope } from './apiKey.core.ts'
import { listApiKeys } from './apiKeys.sql.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const create = (scope: KeyScope = 'full', value?: string) =>
  withTransaction(app.db, (tx) =>
    createApiKey(tx, {
      environment: { id: app.sandbox.environmentId, kind: 'sandbox' },
      scope,
      name: 'test',
      value,
      now: app.clock.now(),
    }),
  )
const revoke = (idOrPrefix: string) =>
  withTransaction(app.db, (tx) => revokeApiKey(tx, idOrPrefix, app.clock.now()))
const status = async (key: string) => (await app.call('getOrganization', { key })).status
const stored = async (id: string) => (await listApiKeys(app.db)).find((key) => key.id === id)

describe('an API key', () => {
  it('gives access to its environment and is stored only as a hash', async () => {
    const { id, key, prefix } = await create()
    expect(await app.ok('getOrganization', { key })).toMatchObject({
      environmentId: app.sandbox.environmentId,
      environment: 'sandbox',
    })
    expect(key.startsWith(prefix)).toBe(true)
    const { rows } = await app.pool.query(
      `SELECT row_to_json(k)::text AS row FROM api_keys k WHERE id = $1`,
      [id],
    )
    expect(rows[0].row).not.toContain(key.slice(prefix.length))
    expect(await stored(id)).toMatchObject({ prefix, scope: 'full', name: 'test', revokedAt: null })
  })

  it('is rejected unless it is complete and correct', async () => {
    const { key, prefix } = await create()
    const last = key.endsWith('x') ? 'y' : 'x'
    for (const wrong of [
      prefix,
      `${key}x`,
      key.slice(0, -1),
      `${key.slice(0, -1)}${last}`,
      key.replace('sk_', 'pk_'),
      key.replace('sandbox', 'live'),
      key.toUpperCase(),
      'nonsense',
      '',
    ]) {
      const error = await app.fails('getOrganization', { key: wrong })
      expect({ status: error.status, code: error.code }, wrong).toEqual({
        status: 401,
        code: 'unauthorized',
      })
      expect(JSON.stringify(error)).not.toContain(key.slice(prefix.length))
    }
    expect((await app.fails('getOrganization', { key: null })).status).toBe(401)
  })

  it('is distinguished from another key with the same prefix', async () => {
    const one = await create('full', 'sk_sandbox_samestart_one')
    const two = await create('runtime', 'sk_sandbox_samestart_two')
    expect(one.prefix).toBe(two.prefix)
    expect(await status(one.key)).toBe(200)
    expect(await status(two.key)).toBe(403)
    expect(await status('sk_sandbox_samestart_three')).toBe(401)
  })

  it('cannot be created in one environment with the prefix of the other', async () => {
    await expect(create('full', 'sk_live_mine')).rejects.toThrow(
      'the prefix of a key names its environment',
    )
  })

  it('is rejected permanently one second after it was revoked', async () => {
    const { id, key } = await create()
    expect(await status(key)).toBe(200)
    expect(await revoke(id)).toMatchObject({ id })
    app.clock.advance({ seconds: 1 })
    expect(await app.fails('getOrganization', { key })).toMatchObject({
      status: 401,
      message: 'This API key was revoked. Use another one.',
    })
    app.clock.advance({ days: 400 })
    expect(await status(key)).toBe(401)
  })

  it('keeps the first revocation date when it is revoked again', async () => {
    const { id, prefix } = await create()
    const first = app.clock.now()
    await revoke(prefix)
    app.clock.advance({ hours: 1 })
    await revoke(id)
    expect((await stored(id))?.revokedAt).toEqual(first)
  })

  it('is not revoked by a prefix that matches several keys or none', async () => {
    const one = await create('full', 'sk_sandbox_twinkeys_one')
    const two = await create('full', 'sk_sandbox_twinkeys_two')
    await expect(revoke(one.prefix)).rejects.toThrow('matches several keys')
    expect((await stored(one.id))?.revokedAt).toBeNull()
    expect((await stored(two.id))?.revokedAt).toBeNull()
    expect(await revoke('key_none')).toBeNull()
  })

  it('records its last use to the minute', async () => {
    const { id, key } = await create()
    expect((await stored(id))?.lastUsedAt).toBeNull()
    const written = await watchUses(id)
    const first = app.clock.now()
    await status(key)
    await expect.poll(written).toEqual([first])
    app.clock.advance({ seconds: 59 })
    await status(key)
    app.clock.advance({ seconds: 1 })
    const third = app.clock.now()
    await status(key)
    await expect.poll(async () => (await written()).at(-1)).toEqual(third)
    expect(await written()).toEqual([first, third])
    expect((await stored(id))?.lastUsedAt).toEqual(third)
  })
})

/** Records every later write of the key's `lastUsedAt`. */
async function watchUses(id: string): Promise<() => Promise<Date[]>> {
  await owner.query(`
    CREATE TABLE uses (number serial, key_id text, at timestamptz);
    CREATE FUNCTION note_use() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN INSERT INTO uses (key_id, at) VALUES (NEW.id, NEW.last_used_at); RETURN NULL; END';
    CREATE TRIGGER note_use AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION note_use()`)
  return async () =>
    (await owner.query('SELECT at FROM uses WHERE key_id = $1 ORDER BY number', [id])).rows.map(
      ({ at }) => at,
    )
}

describe('a restricted key', () => {
  it.each([
    ['full', 200, 200, 200],
    ['read', 200, 403, 200],
    ['runtime', 403, 403, 403],
    ['publishable', 403, 403, 200],
  ] as const)(
    'with scope %s gets %i for reads, %i for writes and %i for branding',
    async (scope, ...expected) => {
      const { key } = await create(scope)
      const params = { customerId: `by-${scope}` }
      expect([
        await status(key),
        (await app.call('putCustomer', { key, params, body: {} })).status,
        (await app.call('getBranding', { key })).status,
      ]).toEqual(expected)
      const made = await app.call('getCustomer', { params })
      expect(made.status).toBe(scope === 'full' ? 200 : 404)
    },
  )
})
