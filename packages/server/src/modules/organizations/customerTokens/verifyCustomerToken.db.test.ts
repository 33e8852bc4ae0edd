import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import { unseal } from '../../../kernel/seal.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { createOrganization } from '../organization/createOrganization.ts'
import { findPortalSecret } from '../organization/organizations.sql.ts'
import { verifyCustomerToken } from './verifyCustomerToken.ts'

const encryptionKey = randomBytes(32)
const NOW = new Date('2026-01-15T12:00:00.000Z')
const seconds = NOW.getTime() / 1000
const DAY = 86_400

let database: TestDatabase
let sandbox: { id: string; secret: Buffer }
let live: { id: string; secret: Buffer }
beforeAll(async () => {
  database = await createTestDatabase()
  const { environments } = await withTransaction(database.db, (tx) =>
    createOrganization(tx, {
      name: 'Acme',
      defaultCurrency: 'usd',
      timezone: 'UTC',
      encryptionKey,
      now: NOW,
    }),
  )
  const secretOf = async (kind: string) => {
    const id = environments.find((environment) => environment.kind === kind)?.id ?? ''
    const found = await findPortalSecret(database.db, id)
    if (!found) throw new Error(`no secret in ${kind}`)
    return { id, secret: unseal(found.sealed, encryptionKey) }
  }
  sandbox = await secretOf('sandbox')
  live = await secretOf('live')
})
afterAll(() => database.drop())

/** Signs a token that is valid except for the given claims and options. */
function forge(
  claims: Record<string, unknown> = {},
  { alg = 'HS256', kid = sandbox.id, secret = sandbox.secret as Uint8Array } = {},
): Promise<string> {
  const payload = {
    env: sandbox.id,
    sub: 'ada',
    aud: 'purser:portal',
    iat: seconds,
    exp: seconds + 3_600,
    ...claims,
  }
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg, kid })
    .sign(secret)
}
const verify = (token: string, now = NOW) =>
  verifyCustomerToken(database.db, { token, encryptionKey, now })

describe('a portal token', () => {
  it('is accepted for its customer', async () => {
    expect(await verify(await forge())).toMatchObject({
      kind: 'portal',
      environmentId: sandbox.id,
      environment: 'sandbox',
      customerId: 'ada',
    })
  })

  it.each([
    ['another audience', { aud: 'purser:dashboard' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', { exp: seconds }],
    ['no issue time', { iat: undefined }],
    ['an issue time in the future', { iat: seconds + 60 }],
    ['an issue time more than 24 hours ago', { iat: seconds - DAY - 1 }],
    ['no customer', { sub: undefined }],
    ['an empty customer', { sub: '' }],
    ['a number as the customer', { sub: 1 }],
    ['no environment', { env: undefined }],
    ['another environment', { env: 'env_none' }],
  ])('is rejected with %s', async (_what, claims) => {
    await expect(verify(await forge(claims))).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
    })
  })

  it('is rejected if it names one environment but is signed for the other', async () => {
    for (const token of [
      await forge({}, { kid: live.id }),
      await forge({}, { secret: live.secret }),
      await forge({ env: live.id }, { kid: sandbox.id }),
      await forge({ env: live.id }),
      await forge({ env: live.id }, { kid: live.id, secret: sandbox.secret }),
    ]) {
      await expect(verify(token)).rejects.toMatchObject({ code: 'unauthorized' })
    }
  })

  it('is rejected with a different algorithm', async () => {
    for (const alg of ['HS384', 'HS512']) {
      const token = await forge({}, { alg })
      await expect(verify(token)).rejects.toMatchObject({ code: 'unauthorized' })
    }
  })

  it('is rejected after 24 hours even if its expiry is later', async () => {
    const token = await forge({ exp: seconds + 30 * DAY })
    expect(await verify(token, new Date((seconds + DAY) * 1000))).toMatchObject({ kind: 'portal' })
    await expect(verify(token, new Date((seconds + DAY + 1) * 1000))).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})

describe('a page token', () => {
  const page = { kind: 'invoice', id: 'inv_1' }
  const forPage = (claims: Record<string, unknown> = {}) =>
    forge({ aud: 'purser:page', page, ...claims })

  it('is accepted for its customer and its page, for at most 30 days', async () => {
    const token = await forPage({ exp: seconds + 60 * DAY })
    expect(await verify(token, new Date((seconds + 30 * DAY) * 1000))).toMatchObject({
      kind: 'page',
      environmentId: sandbox.id,
      customerId: 'ada',
      page,
    })
    await expect(verify(token, new Date((seconds + 30 * DAY + 1) * 1000))).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  it('cannot be used as a portal token, or a portal token as a page token', async () => {
    expect(await verify(await forPage())).toMatchObject({ kind: 'page' })
    expect(await verify(await forge({ page }))).not.toHaveProperty('page')
    const both = ['purser:portal', 'purser:page']
    await expect(verify(await forPage({ aud: both }))).rejects.toMatchObject({ status: 401 })
  })

  it.each([
    ['no page', undefined],
    ['a string as the page', 'inv_1'],
    ['an unknown kind of page', { kind: 'portal', id: 'inv_1' }],
    ['an empty page id', { kind: 'invoice', id: '' }],
    ['a number as the page id', { kind: 'invoice', id: 1 }],
  ])('is rejected with %s', async (_what, named) => {
    await expect(verify(await forPage({ page: named }))).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
    })
  })
})

describe('the secrets of an organization', () => {
  it('are long, encrypted at rest and different in each environment', async () => {
    expect(sandbox.secret).toHaveLength(32)
    expect(sandbox.secret.equals(live.secret)).toBe(false)
    const { rows } = await database.pool.query('SELECT portal_secret FROM environments')
    for (const { portal_secret } of rows) {
      expect(portal_secret.includes(sandbox.secret)).toBe(false)
      expect(portal_secret.includes(live.secret)).toBe(false)
    }
  })
})
