import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createGuardedFetch,
  type GuardedRequest,
  guardedLookup,
  OutboundError,
} from './guardedFetch.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<{ port: number; url: string }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

const BOUNDS: GuardedRequest = { timeoutMs: 10_000, maxBytes: 1024 }
const open = createGuardedFetch({ allowPrivate: true })

/** Creates a guard whose names resolve to the given answers, one after the other. */
function guardWith(...answers: string[][]) {
  const lookups: string[] = []
  const lookup: Parameters<typeof guardedLookup>[0] = (hostname, _options, callback) => {
    lookups.push(hostname)
    const addresses = answers[Math.min(lookups.length, answers.length) - 1] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  const resolve = (hostname: string) =>
    new Promise((settle, reject) =>
      guardedLookup(lookup)(hostname, { all: true }, (error, found) =>
        error ? reject(error) : settle((found as LookupAddress[]).map(({ address }) => address)),
      ),
    )
  return { guarded: createGuardedFetch({ allowPrivate: false, lookup }), lookups, resolve }
}

const failure = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OutboundError)
  return (error as Error).message
}

describe('the dialed address', () => {
  const PRIVATE = 'the name resolves to a private or otherwise special address'

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['8.8.8.8', '127.0.0.1']],
    [[]],
  ])('is never %j', async (addresses) => {
    let calls = 0
    const { port } = await serve((_request, response) => {
      calls += 1
      response.end()
    })
    const { guarded } = guardWith(addresses)
    expect(await failure(guarded(`http://shop.example:${port}/`, BOUNDS))).toBe(PRIVATE)
    expect(calls).toBe(0)
  })

  it('is the checked address: a name that was public a moment ago is refused', async () => {
    const { port } = await serve((_request, response) => response.end())
    const { guarded, lookups, resolve } = guardWith(['8.8.8.8'], ['127.0.0.1'])
    // A check before the request would see this address.
    expect(await resolve('rebind.example')).toEqual(['8.8.8.8'])
    expect(await failure(guarded(`http://rebind.example:${port}/`, BOUNDS))).toBe(PRIVATE)
    expect(lookups).toEqual(['rebind.example', 'rebind.example'])
  })

  it('is resolved once per request, by the lookup that the connection uses', async () => {
    const { guarded, lookups } = guardWith(['127.0.0.1'], ['8.8.8.8'])
    expect(await failure(guarded('http://rebind.example/', BOUNDS))).toBe(PRIVATE)
    expect(lookups).toEqual(['rebind.example'])
  })

  it('is not a private literal address, and no resolver is asked', async () => {
    const { url, port } = await serve((_request, response) => response.end())
    const { guarded, lookups } = guardWith(['8.8.8.8'])
    for (const target of [url, `http://[::ffff:127.0.0.1]:${port}`, `http://2130706433:${port}`]) {
      expect(await failure(guarded(target, BOUNDS))).toMatch(/private/)
    }
    expect(lookups).toEqual([])
  })

  it('may be private if that is allowed', async () => {
    const { url } = await serve((_request, response) => response.end('hello'))
    const response = await open(url, BOUNDS)
    expect([response.status, response.body.toString()]).toEqual([200, 'hello'])
  })
})

describe('a request', () => {
  it('is sent as a POST with the given body and headers', async () => {
    const { url } = await serve(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.end(`${request.method} ${request.headers['x-a']} ${Buffer.concat(chunks)}`)
    })
    const { body } = await open(url, { ...BOUNDS, body: '{"ä":1}', headers: { 'x-a': 'b' } })
    expect(body.toString()).toBe('POST b {"ä":1}')
  })

  it('does not follow a redirect by default, and a POST never does', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/end') response.end('end')
      else response.writeHead(302, { location: '/end' }).end()
    })
    expect((await open(url, BOUNDS)).status).toBe(302)
    expect((await open(url, { ...BOUNDS, body: '{}', maxRedirects: 3 })).status).toBe(302)
    const followed = await open(url, { ...BOUNDS, maxRedirects: 3 })
    expect([followed.status, followed.url, followed.body.toString()]).toEqual([
      200,
      `${url}/end`,
      'end',
    ])
  })

  it('follows the allowed number of redirects and no more', async () => {
    const { url } = await serve((request, response) => {
      const redirects = Number(request.url?.slice(1))
      if (redirects === 0) response.end('there')
      else response.writeHead(307, { location: `/${redirects - 1}` }).end()
    })
    expect((await open(`${url}/3`, { ...BOUNDS, maxRedirects: 3 })).body.toString()).toBe('there')
    expect(await failure(open(`${url}/4`, { ...BOUNDS, maxRedirects: 3 }))).toBe(
      'there were too many redirects',
    )
  })

  it.each(['file:///etc/passwd', 'http://user:pw@a.example/'])(
    'follows no redirect to a URL that it would have refused: %s',
    async (location) => {
      const { url } = await serve((_request, response) =>
        response.writeHead(302, { location }).end(),
      )
      expect(await failure(open(url, { ...BOUNDS, maxRedirects: 3 }))).toMatch(/^the URL must/)
    },
  )

  it('reads no more of the answer than allowed', async () => {
    const { url } = await serve((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      }
      response.on('drain', write)
      write()
    })
    const { body, isTruncated } = await open(url, { ...BOUNDS, maxBytes: 2500 })
    expect([body.length, isTruncated]).toEqual([2500, true])
  })

  it('decompresses the answer, but no more than it may read', async () => {
    const packed: Record<string, [string, Buffer]> = {
      '/gzip': ['gzip', gzipSync('a price')],
      '/br': ['br', brotliCompressSync('a price')],
      '/twice': ['deflate, x-gzip', gzipSync(deflateSync('a price'))],
      '/plain': ['identity', Buffer.from('a price')],
      '/bomb': ['gzip', gzipSync(Buffer.alloc(100_000_000))],
      '/wrong': ['gzip', Buffer.from('this is not packed at all')],
      '/cut': ['gzip', gzipSync('a price').subarray(0, 15)],
      '/unknown': ['compress', Buffer.from('a price')],
      '/thrice': ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('a price')))],
    }
    const { url } = await serve((request, response) => {
      const [encoding, body] = packed[request.url ?? ''] ?? ['', Buffer.alloc(0)]
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    })
    for (const path of ['/gzip', '/br', '/twice', '/plain']) {
      expect((await open(url + path, BOUNDS)).body.toString()).toBe('a price')
    }
    const bomb = await open(`${url}/bomb`, BOUNDS)
    expect([bomb.body.length, bomb.isTruncated]).toEqual([BOUNDS.maxBytes, true])
    for (const path of ['/wrong', '/cut']) {
      expect(await failure(open(url + path, BOUNDS))).toBe(
        'the response does not match its content-encoding',
      )
    }
    for (const path of ['/unknown', '/thrice']) {
      expect(await failure(open(url + path, BOUNDS))).toBe(
        'the response has an unsupported content-encoding',
      )
    }
    // The webhook was delivered, even though the response is unusual.
    expect((await open(`${url}/unknown`, { ...BOUNDS, body: '{}' })).status).toBe(200)
  })

  it('ends at its timeout, with no response and with an endless one', async () => {
    const silent = await serve(() => {})
    const endless = await serve((_request, response) => {
      response.writeHead(200).write('x')
    })
    for (const { url } of [silent, endless]) {
      expect(await failure(open(url, { ...BOUNDS, timeoutMs: 100 }))).toBe(
        'there was no complete response within 0.1 s',
      )
    }
  })

  it('reports a failure in words', async () => {
    const cut = await serve((request) => request.socket.destroy())
    expect(await failure(open(cut.url, BOUNDS))).toBe('the connection was cut')
    const closedServer = await serve(() => {})
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await failure(open(closedServer.url, BOUNDS))).toBe('the connection was refused')
    expect(await failure(open('not a url', BOUNDS))).toMatch(/URL/)
  })
})
