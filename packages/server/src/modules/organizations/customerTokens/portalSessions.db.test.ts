import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

interface Session {
  token: string
  url: string
  expiresAt: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (const customerId of ['ada', 'grace', 'with space/ü']) {
    await app.ok('putCustomer', { params: { customerId }, body: { name: `Sandbox ${customerId}` } })
  }
  const key = app.live.keys.full
  await app.ok('putCustomer', { key, params: { customerId: 'ada' }, body: { name: 'Live ada' } })
})
afterAll(() => app.stop())

const session = (body: Record<string, unknown>, key = app.sandbox.keys.full) =>
  app.ok<Session>('createPortalSession', { key, body })
const read = (token: string, customerId = 'ada') =>
  app.call('getCustomer', { token, params: { customerId } })

/** Decodes the header and the claims of a token. */
function open(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: decode(header), claims: decode(claims), signature }
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a portal session', () => {
  it('lets a browser act for its customer only', async () => {
    const { token } = await session({ customerId: 'ada' })
    expect((await read(token)).body).toMatchObject({ id: 'ada', name: 'Sandbox ada' })
    const other = await read(token, 'grace')
    expect(other.status).toBe(403)
    expect(JSON.stringify(other.body)).not.toContain('Sandbox grace')
    expect((await read(token, 'nobody')).status).toBe(403)
    expect((await app.call('getBranding', { token })).status).toBe(200)
  })

  it.each([
    ['listCustomers', {}],
    ['putCustomer', { params: { customerId: 'ada' }, body: { name: 'Mallory' } }],
    ['deleteCustomer', { params: { customerId: 'ada' } }],
    ['getOrganization', {}],
    ['updateOrganization', { body: { name: 'Mallory' } }],
    ['createPortalSession', { body: { customerId: 'ada' } }],
  ])('may not call %s', async (operation, call) => {
    const { token } = await session({ customerId: 'ada' })
    expect((await app.call(operation, { ...call, token })).status).toBe(403)
    expect((await read(token)).body).toMatchObject({ name: 'Sandbox ada' })
  })

  it('is limited to its environment', async () => {
    const { token } = await session({ customerId: 'ada' }, app.live.keys.full)
    expect((await read(token)).body).toMatchObject({ name: 'Live ada' })
    const error = await app.fails('createPortalSession', {
      key: app.live.keys.full,
      body: { customerId: 'grace' },
    })
    expect(error.status).toBe(404)
  })

  it('requires an existing customer and supports any customer id', async () => {
    expect((await app.fails('createPortalSession', { body: { customerId: 'no' } })).status).toBe(
      404,
    )
    const { token } = await session({ customerId: 'with space/ü' })
    expect((await read(token, 'with space/ü')).status).toBe(200)
  })

  it('expires after one hour by default, or at the requested time', async () => {
    for (const [asked, seconds] of [
      [undefined, 3_600],
      [60, 60],
      [86_400, 86_400],
    ] as const) {
      const begin = Math.floor(app.clock.now().getTime() / 1000) * 1000
      const { token, expiresAt } = await session({ customerId: 'ada', expiresInSeconds: asked })
      expect(Date.parse(expiresAt) - begin).toBe(seconds * 1000)
      app.clock.advance({ seconds: seconds - 1 })
      expect((await read(token)).status).toBe(200)
      app.clock.advance({ seconds: 1 })
      expect((await read(token)).status).toBe(401)
    }
  })

  it.each([86_401, 59, 0, -1, 60.5, '3600', null])(
    'is rejected with a lifetime of %j seconds',
    async (seconds) => {
      const { status, details } = await app.fails('createPortalSession', {
        body: { customerId: 'ada', expiresInSeconds: seconds },
      })
      expect({ status, details }).toMatchObject({
        status: 400,
        details: [{ path: 'expiresInSeconds' }],
      })
    },
  )

  it.each(['javascript:alert(1)', '/back', 'https://user:pw@example.com', 'ftp://example.com'])(
    'is rejected with the return URL %s',
    async (returnUrl) => {
      const body = { customerId: 'ada', returnUrl }
      expect((await app.fails('createPortalSession', { body })).status).toBe(400)
    },
  )

  it('has its token in the URL fragment, which browsers do not send to servers', async () => {
    const returnUrl = 'https://shop.example/?a=1&b=2#here'
    const { token, url } = await session({ customerId: 'ada', returnUrl })
    const { origin, pathname, search, hash } = new URL(url)
    expect({ origin, pathname, search }).toEqual({
      origin: 'http://purser.test',
      pathname: '/portal',
      search: '',
    })
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ token, returnUrl })
  })
})

describe('a portal token', () => {
  it('is rejected after any modification', async () => {
    const { token } = await session({ customerId: 'ada' })
    const { token: live } = await session({ customerId: 'ada' }, app.live.keys.full)
    const { header, claims, signature } = open(token)
    const now = Math.floor(app.clock.now().getTime() / 1000)
    const signed = await new SignJWT(claims).setProtectedHeader(header).sign(randomBytes(32))
    const forgeries = {
      'another customer': `${encode(header)}.${encode({ ...claims, sub: 'grace' })}.${signature}`,
      'a later expiry': `${encode(header)}.${encode({ ...claims, exp: now + 86_000 })}.${signature}`,
      'no algorithm': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
      'no algorithm, signed': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.${signature}`,
      'another algorithm': `${encode({ ...header, alg: 'HS512' })}.${encode(claims)}.${signature}`,
      'the kid of the other environment': `${encode(open(live).header)}.${encode(claims)}.${signature}`,
      'the signature of the other environment': `${encode(header)}.${encode(claims)}.${open(live).signature}`,
      'an unknown kid': `${encode({ ...header, kid: 'env_none' })}.${encode(claims)}.${signature}`,
      'no kid': `${encode({ alg: 'HS256' })}.${encode(claims)}.${signature}`,
      'a number as kid': `${encode({ ...header, kid: 1 })}.${encode(claims)}.${signature}`,
      'a list as kid': `${encode({ ...header, kid: [header.kid] })}.${encode(claims)}.${signature}`,
      'NUL in the kid': `${encode({ ...header, kid: 'a\0' })}.${encode(claims)}.${signature}`,
      'another secret': signed,
      'no signature': `${encode(header)}.${encode(claims)}.`,
      'two parts': `${encode(header)}.${encode(claims)}`,
      'one changed letter': `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`,
      nonsense: 'nonsense',
      'an API key': app.sandbox.keys.full,
    }
    expect((await read(token)).status).toBe(200)
    for (const [what, forged] of Object.entries(forgeries)) {
      const { status, body } = await read(forged)
      expect({ status, body }, what).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      })
    }
  })

  it('is rejected in a malformed header', async () => {
    const { token } = await session({ customerId: 'ada' })
    for (const authorization of [token, `Basic ${token}`, 'Bearer', 'Bearer ', `Token ${token}`]) {
      const call = { key: null, params: { customerId: 'ada' }, headers: { authorization } }
      expect((await app.fails('getCustomer', call)).status, authorization).toBe(401)
    }
    const headers = { authorization: `bearer ${token}` }
    const call = { key: null, params: { customerId: 'ada' }, headers }
    expect((await app.call('getCustomer', call)).status).toBe(200)
  })

  it('never appears in the log', async () => {
    const { token } = await session({ customerId: 'ada' })
    await read(token)
    await read(`${token}x`)
    expect(app.logs.length).toBeGreaterThan(0)
    for (const part of token.split('.')) expect(app.logs.join('')).not.toContain(part)
    for (const key of Object.values(app.sandbox.keys)) expect(app.logs.join('')).not.toContain(key)
  })
})
