import { connect } from 'node:net'
import { errorBody } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { fingerprint } from '../harness/database/fingerprint.ts'
import { eventually } from '../harness/process/purserProcess.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface Raw {
  method?: string
  path?: string
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Sends a raw request. */
async function send({ method = 'POST', path = '/v1/products', body, headers }: Raw) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { 'x-api-key': app.sandbox.keys.full, 'content-type': 'application/json', ...headers },
    body: body ?? null,
  })
  const text = await response.text()
  const parsed = response.ok || text === '' ? null : errorBody.parse(JSON.parse(text)).error
  return { status: response.status, error: parsed, headers: response.headers, text }
}

describe('a bad request', () => {
  it('gets all problems with their paths in one response', async () => {
    const error = await app.fails('createProduct', {
      body: {
        name: '',
        slug: 'Not A Slug',
        imageUrl: 'javascript:alert(1)',
        colour: 'red',
        metadata: [],
      },
    })
    expect(error.status).toBe(400)
    expect(error.code).toBe('invalid_request')
    const paths = (error.details as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual(['colour', 'imageUrl', 'metadata', 'name', 'slug'])
  })

  it('is refused if it has unknown query parameters or fields', async () => {
    expect(await app.fails('listProducts', { query: { colour: 'red' } })).toMatchObject({
      status: 400,
      details: [{ path: 'query.colour', message: 'is not a known field' }],
    })
    expect(await app.fails('getBranding', { query: { x: '1' } })).toMatchObject({
      details: [{ path: 'query.x' }],
    })
    expect(
      (await send({ path: '/v1/products/none/archive', body: '{"force":true}' })).error?.details,
    ).toEqual([{ path: 'body', message: 'this endpoint takes no body' }])
  })

  const productWith = (value: string) => `{"name":"x","metadata":{"n":${value}}}`
  it.each([
    ['a number beyond a double', productWith('9007199254740993')],
    ['an infinite number', productWith('1e400')],
    ['a number with too many decimals', productWith('0.1000000000000000055511151231257827')],
    ['a syntax error', '{"name":'],
    ['an empty body', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a NUL character in a string', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"a\\ud800b"}'],
    ['a NUL character deep in metadata', productWith('{"a":["\\u0000"]}')],
    ['__proto__', '{"name":"x","__proto__":{"admin":true}}'],
    ['an escaped __proto__', '{"name":"x","\\u005f_proto__":{"admin":true}}'],
    ['10,000 nested arrays', productWith(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
    ['a name of 1 MB', `{"name":"${'x'.repeat(1_000_000)}"}`],
    ['metadata of 17 KiB', productWith(`"${'x'.repeat(17 * 1024)}"`)],
  ])('with %s is refused with 400 and changes nothing', async (_name, body) => {
    const before = await fingerprint(app.pool)
    const { status, error } = await send({ body })
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(await fingerprint(app.pool)).toBe(before)
  })

  it('gets the path of each number that cannot be stored exactly', async () => {
    const { error } = await send({
      body: '{"name":"x","metadata":{"a":[1,9007199254740993],"b":1e400,"c":0.5}}',
    })
    expect(error?.details).toMatchObject([{ path: 'metadata.a.1' }, { path: 'metadata.b' }])
  })

  it('is not confused with a request that has exact numbers such as -0 or 1e-7', async () => {
    const body =
      '{"name":"numbers","metadata":{"a":-0,"b":1e-7,"c":0.1,"d":1.50,"e":123456789012345}}'
    const { status, text } = await send({ body })
    expect(status).toBe(200)
    expect(JSON.parse(text).metadata).toEqual({ a: 0, b: 1e-7, c: 0.1, d: 1.5, e: 123456789012345 })
  })

  it('is refused if it is not valid UTF-8', async () => {
    const { status } = await send({
      body: new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0x22, 0x7d]),
    })
    expect(status).toBe(400)
  })

  it('is refused with 413 if its body exceeds 1 MiB and with 415 if it is not JSON', async () => {
    expect((await send({ body: `"${'x'.repeat(1024 * 1024)}"` })).error?.code).toBe(
      'body_too_large',
    )
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status, error } = await send({ body: 'name=x', headers: { 'content-type': type } })
      expect({ status, code: error?.code }).toEqual({ status: 415, code: 'unsupported_media_type' })
    }
  })

  it('gets 404 with an error body for an unknown path, and 400 for an invalid path', async () => {
    expect((await send({ method: 'GET', path: '/v1/nothing' })).error?.code).toBe('not_found')
    expect((await send({ method: 'GET', path: '/v1/products/%E0%A4%A' })).status).toBe(400)
    expect((await send({ method: 'GET', path: '/v1/products/%00' })).status).toBe(400)
  })

  it.each([
    ['limit=0', 400],
    ['limit=-1', 400],
    ['limit=1.5', 400],
    ['limit=abc', 400],
    ['limit=', 400],
    ['limit=101', 200],
    ['limit=99999999999', 200],
    ['limit=1&limit=2', 400],
    ['cursor=forged', 400],
    ['cursor=', 400],
    ['status=nonsense', 400],
  ])('is recognized by its query: ?%s gets the status %d', async (query, status) => {
    expect((await send({ method: 'GET', path: `/v1/products?${query}` })).status).toBe(status)
  })

  it('gets no internal details in the error', async () => {
    const { status, error } = await send({ method: 'GET', path: '/v1/customers?search=%00' })
    expect(status).toBe(400)
    expect(JSON.stringify(error)).not.toMatch(/postgres|invalid byte|stack|\.ts/i)
  })
})

describe('every response', () => {
  it('has a new request id, or the id of the request if it has only plain characters', async () => {
    const generated = await send({ method: 'GET' })
    expect(generated.headers.get('x-request-id')).toMatch(/^req_/)
    const echoed = await send({ method: 'GET', headers: { 'x-request-id': 'trace-1' } })
    expect(echoed.headers.get('x-request-id')).toBe('trace-1')
    const evil = await send({ method: 'GET', headers: { 'x-request-id': '"><script>' } })
    expect(evil.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('can be read by browsers for a publishable key, not for a secret key, and never with cookies', async () => {
    const publishable = await send({
      method: 'GET',
      headers: { 'x-api-key': app.sandbox.keys.publishable },
    })
    expect(publishable.headers.get('access-control-allow-origin')).toBe('*')
    expect(publishable.headers.get('access-control-allow-credentials')).toBeNull()
    const secret = await send({ method: 'GET' })
    expect(secret.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${app.url}/v1/plans`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })

  it('to a public read can be revalidated by its ETag', async () => {
    const key = app.sandbox.keys.publishable
    const first = await app.call('listPlans', { key })
    const etag = first.headers.get('etag') ?? ''
    const again = await app.call('listPlans', { key, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(again.body).toBeUndefined()
  })
})

describe('logs', () => {
  it('record requests and never a secret', async () => {
    const canary = `sk_sandbox_${'canary'.repeat(6)}`
    await send({ method: 'GET', headers: { 'x-api-key': canary } })
    await send({ method: 'GET', path: `/v1/products?cursor=${canary}` })
    await send({ body: `{"name":"${canary}","nope":"${canary}"}` })
    const text = app.logs.join('')
    expect(text).toContain('"status":401')
    expect(text).not.toContain('canarycanary')
    for (const key of Object.values(app.sandbox.keys)) expect(text).not.toContain(key)
  })
})

describe('monitoring endpoints', () => {
  it('include /healthz, /readyz and /metrics', async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ready' })
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toMatch(
      /purser_http_requests_total\{operation="listProducts",status="200"\} \d+/,
    )
    expect(metrics).toContain('purser_db_connections{pool="hot",state="total"}')
  })

  it('refuse requests for /metrics that come through a proxy', async () => {
    const proxied = await fetch(`${app.url}/metrics`, {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    })
    expect(proxied.status).toBe(403)
  })
})

describe('metrics that are protected by a token', () => {
  it('are open only to callers that send the token', async () => {
    const guarded = await startTestApp({ metricsToken: 'scrape-me' })
    const status = async (authorization?: string) =>
      (await fetch(`${guarded.url}/metrics`, { headers: authorization ? { authorization } : {} }))
        .status
    expect(await status()).toBe(403)
    expect(await status('Bearer scrape')).toBe(403)
    expect(await status('Bearer scrape-me')).toBe(200)
    await guarded.stop()
  })
})

describe('a stopping server', () => {
  it('answers a request of which it has received only the beginning', async () => {
    const stopping = await startTestApp({ closesOnStop: true })
    const { hostname, port } = new URL(stopping.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const accepted = new Promise((resolve) => stopping.app.server.server.once('request', resolve))
    const body = '{"name":"Accepted"}'
    socket.write('POST /v1/products HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write(
      `x-api-key: ${stopping.sandbox.keys.full}\r\ncontent-length: ${body.length}\r\n\r\n{`,
    )
    await accepted
    const stopped = stopping.stop()
    socket.write(body.slice(1))
    await new Promise((ended) => socket.on('close', ended))
    await stopped
    expect(received).toContain('HTTP/1.1 200 OK')
    expect(received).toContain('"slug":"accepted"')
  })
})

describe('a request that arrives while the server stops', () => {
  it('is refused with the usual error body and a retry-after header', async () => {
    const stopping = await startTestApp({ closesOnStop: true })
    const { hostname, port } = new URL(stopping.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const closed = new Promise((ended) => socket.on('close', ended))
    // An incomplete request head prevents the server from closing an idle connection.
    const arrived = new Promise((resolve) => stopping.app.server.server.once('connection', resolve))
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
    await arrived
    const stopped = stopping.stop()
    await eventually(() => !stopping.app.server.server.listening)
    socket.write('\r\n')
    await closed
    await stopped
    expect(received).toContain('HTTP/1.1 503')
    expect(received).toContain('retry-after: 1')
    expect(received).toContain('connection: close')
    expect(received).toContain('"code":"unavailable"')
    expect(received).toMatch(/x-request-id: req_/)
  })
})

describe('a slow client', () => {
  it('does not delay other clients', async () => {
    const { hostname, port } = new URL(app.url)
    const slow = connect(Number(port), hostname)
    slow.write(
      'POST /v1/products HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n',
    )
    slow.write(`x-api-key: ${app.sandbox.keys.full}\r\n\r\n{"na`)
    expect((await send({ method: 'GET' })).status).toBe(200)
    slow.destroy()
  })
})
