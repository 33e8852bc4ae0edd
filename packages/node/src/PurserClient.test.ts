import { inspect } from 'node:util'
import { type Endpoint, endpoints, type OperationName } from '@purser/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PurserClient } from './PurserClient.ts'
import { resources } from './resources.ts'
import { jsonResponse, recordFetch, refusal, type SentRequest } from './testing/recordFetch.ts'

const clientOf = (fetch: ReturnType<typeof recordFetch>['fetch'], more = {}) =>
  new PurserClient({ apiKey: 'sk_sandbox_hush', baseUrl: 'http://purser.test', fetch, ...more })

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the methods', () => {
  const table = Object.entries(resources).flatMap(([namespace, methods]) =>
    Object.entries(methods).map(
      ([method, entry]) => [namespace, method, entry.split(' ')[0] as OperationName] as const,
    ),
  )

  test('exist once for each operation that merchants call', () => {
    const called = table.map(([, , operation]) => operation)
    const all = Object.entries<Endpoint>(endpoints).filter(([, { callers }]) =>
      callers.includes('full'),
    )
    expect(called.toSorted()).toEqual(all.map(([name]) => name).toSorted())
  })

  test.each(table)('include %s.%s, which sends %s', async (namespace, method, operation) => {
    const endpoint: Endpoint = endpoints[operation]
    const { sent, fetch } = recordFetch(
      endpoint.produces === 'text/event-stream'
        ? new Response('')
        : jsonResponse({ data: [], nextCursor: null, accepted: 1, rejected: 0, results: [] }),
    )
    const client = clientOf(fetch) as unknown as Record<
      string,
      Record<string, (...args: unknown[]) => PromiseLike<unknown>>
    >
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => `${name} / ä`)
    const body = { customerId: 'ada', note: 'body', idempotencyKey: 'key-1' }
    const query = { limit: 5, note: 'a&b' }
    const args = [
      ...names,
      ...(endpoint.body ? [body] : []),
      ...(endpoint.query ? [query] : []),
      { idempotencyKey: 'mine' },
    ]
    const answer = client[namespace]?.[method]?.(...args)
    if (endpoint.produces === 'text/event-stream') {
      for await (const _event of answer as unknown as AsyncIterable<unknown>);
    } else await answer

    const path = endpoint.path.replace(/:(\w+)/g, (_match, name) =>
      encodeURIComponent(`${name} / ä`),
    )
    const expected: SentRequest = {
      method: endpoint.method,
      url: `http://purser.test${path}${endpoint.query ? '?limit=5&note=a%26b' : ''}`,
      headers: {
        'x-api-key': 'sk_sandbox_hush',
        ...(endpoint.body && { 'content-type': 'application/json' }),
        ...(endpoint.method !== 'GET' && { 'idempotency-key': 'mine' }),
      },
      body: operation === 'trackUsage' ? { events: [body] } : endpoint.body ? body : undefined,
    }
    expect(sent).toEqual([expected])
  })

  test('need no body argument if the body may be empty', async () => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    await clientOf(fetch).invoices.pay('inv_1')
    expect(sent[0]?.body).toEqual({})
  })

  test('refuse an invalid id without sending a request', async () => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    await expect(clientOf(fetch).plans.get('')).rejects.toThrow('id must be a non-empty string')
    expect(sent).toEqual([])
  })

  test('track and check also exist on the client itself', () => {
    const client = clientOf(recordFetch().fetch)
    expect(client.track).toBe(client.usage.track)
    expect(client.check).toBe(client.entitlements.check)
  })

  test('have types that catch missing and misspelled fields', () => {
    const compiles = (client: PurserClient) => {
      client.customers.put('user_42', { name: 'Jane' })
      client.subscriptions.create({ customerId: 'user_42', planId: 'pro' })
      client.catalog.put({ products: {} }, { dryRun: 'true' }, { timeout: 5 })
      client.check({ customerId: 'user_42', featureSlug: 'letters', requestedUsage: 3 })
      client.invoices.getPdf('inv_1').then((pdf: Uint8Array) => pdf)
      client.autoTopUp.disable('user_42', 'ink', { idempotencyKey: 'x' })
      client.plans.list().then(({ data }) => data[0]?.slug satisfies string | undefined)
      client.track({ customerId: 'user_42', eventName: 'letter.written' })
      // @ts-expect-error: no id
      client.customers.put({ name: 'Jane' })
      // @ts-expect-error: a field that does not exist
      client.customers.put('user_42', { nmae: 'Jane' })
      // @ts-expect-error: no body
      client.subscriptions.create()
      // @ts-expect-error: no plan
      client.subscriptions.create({ customerId: 'user_42' })
      // @ts-expect-error: a document is needed, since an empty one archives everything
      client.catalog.put()
      // @ts-expect-error: a filter that does not exist
      client.plans.list({ state: 'active' })
      // @ts-expect-error: two ids are needed
      client.autoTopUp.disable('user_42')
      // @ts-expect-error: an option that does not exist
      client.plans.get('pro', { retries: 3 })
      // @ts-expect-error: an event without a name
      client.track({ customerId: 'user_42' })
      // @ts-expect-error: only providers call this
      client.receiveProviderWebhook
      // @ts-expect-error: a single object is not a list
      client.plans.get('pro')[Symbol.asyncIterator]
    }
    expect(compiles).toBeTypeOf('function')
  })
})

describe('lists', () => {
  const pages = [
    jsonResponse({ data: [1, 2], nextCursor: 'c1' }),
    jsonResponse({ data: [3], nextCursor: 'c2' }),
    jsonResponse({ data: [4, 5], nextCursor: null }),
  ]

  test('return one page when awaited', async () => {
    const { sent, fetch } = recordFetch(...pages)
    expect(await clientOf(fetch).plans.list({ limit: 2 })).toEqual({
      data: [1, 2],
      nextCursor: 'c1',
    })
    expect(sent).toHaveLength(1)
  })

  test('iterate over every item of every page, with the same filter', async () => {
    const { sent, fetch } = recordFetch(...pages)
    const items: unknown[] = []
    for await (const item of clientOf(fetch).plans.list({ status: 'active' })) items.push(item)
    expect(items).toEqual([1, 2, 3, 4, 5])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?status=active',
      '?status=active&cursor=c1',
      '?status=active&cursor=c2',
    ])
  })

  test('request a page only when the loop reaches it', async () => {
    const { sent, fetch } = recordFetch(...pages)
    for await (const item of clientOf(fetch).plans.list()) if (Number(item) === 2) break
    expect(sent).toHaveLength(1)
  })

  test('can be iterated without filters and below a parent object', async () => {
    const { sent, fetch } = recordFetch(...pages)
    for await (const _item of clientOf(fetch).credits.listAccounts('ada'));
    expect(sent.map(({ url }) => url)).toEqual([
      'http://purser.test/v1/customers/ada/credit-accounts',
      'http://purser.test/v1/customers/ada/credit-accounts?cursor=c1',
      'http://purser.test/v1/customers/ada/credit-accounts?cursor=c2',
    ])
  })

  test('throw if a later page fails or is aborted', async () => {
    const { fetch } = recordFetch(pages[0] ?? jsonResponse({}), refusal(403, 'forbidden'))
    const items: unknown[] = []
    const goThrough = async () => {
      for await (const item of clientOf(fetch).plans.list()) items.push(item)
    }
    await expect(goThrough()).rejects.toMatchObject({ code: 'forbidden' })
    expect(items).toEqual([1, 2])

    const aborter = new AbortController()
    const endless = recordFetch(jsonResponse({ data: [1], nextCursor: 'c' }))
    const { signal } = aborter
    const abort = async () => {
      for await (const _item of clientOf(endless.fetch).plans.list({}, { signal })) aborter.abort()
    }
    await expect(abort()).rejects.toMatchObject({ code: 'aborted' })
    expect(endless.sent).toHaveLength(1)
  })
})

describe('track', () => {
  const echo = ({ body }: SentRequest) => {
    const { events } = body as { events: { eventName: string }[] }
    const results = events.flatMap(({ eventName }, index) =>
      eventName === 'bad' ? [] : [{ index }],
    )
    const rejections = events.flatMap(({ eventName }, index) =>
      eventName === 'bad' ? [{ index, reason: 'unknown_event', message: 'No.' }] : [],
    )
    return jsonResponse({
      accepted: results.length,
      rejected: rejections.length,
      results,
      ...(rejections.length > 0 && { rejections }),
    })
  }

  test('gives each event a key that stays the same on retries', async () => {
    const { sent, fetch } = recordFetch(refusal(503, 'unavailable'), echo)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const event = { customerId: 'ada', eventName: 'ok' }
    await clientOf(fetch).track([event, { ...event, idempotencyKey: 'mine' }, event])
    vi.restoreAllMocks()
    const keys = sent.map(({ body }) =>
      (body as { events: { idempotencyKey: string }[] }).events.map((sent) => sent.idempotencyKey),
    )
    expect(keys[1]).toEqual(keys[0])
    expect(keys[0]?.[1]).toBe('mine')
    expect(new Set(keys[0]).size).toBe(3)
    expect(event).not.toHaveProperty('idempotencyKey')
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('splits a large list into several requests and combines their results', async () => {
    const { sent, fetch } = recordFetch(echo)
    const events = Array.from({ length: 2_500 }, (_, at) => ({
      customerId: 'ada',
      eventName: at === 1_999 || at === 2_001 ? 'bad' : 'ok',
    }))
    const result = await clientOf(fetch).track(events)
    expect(sent.map(({ body }) => (body as { events: unknown[] }).events.length)).toEqual([
      1_000, 1_000, 500,
    ])
    expect(result).toMatchObject({ accepted: 2_498, rejected: 2 })
    expect(result.results.at(-1)?.index).toBe(2_499)
    expect(result.rejections?.map(({ index }) => index)).toEqual([1_999, 2_001])
  })

  test('omits `rejections` if there are none, and sends even an empty list to the server', async () => {
    const { sent, fetch } = recordFetch(echo)
    const result = await clientOf(fetch).track({ customerId: 'ada', eventName: 'ok' })
    expect(result).toEqual({ accepted: 1, rejected: 0, results: [{ index: 0 }] })
    await clientOf(fetch).track([])
    expect(sent[1]?.body).toEqual({ events: [] })
  })
})

describe('options', () => {
  test.each([
    [{}, 'apiKey is missing'],
    [{ apiKey: '' }, 'apiKey is missing'],
    [{ apiKey: undefined }, 'apiKey is missing'],
    [undefined, 'apiKey is missing'],
    [{ apiKey: 'pk_sandbox_1' }, 'publishable key'],
    [{ apiKey: 'sk_1\n' }, 'Copy it again'],
    [{ apiKey: 'sk_ä' }, 'Copy it again'],
    [{ apiKey: 'sk_1', baseUrl: 'purser.test' }, 'baseUrl must be an http or https URL'],
    [{ apiKey: 'sk_1', baseUrl: 'ftp://purser.test' }, 'baseUrl must be an http or https URL'],
    [{ apiKey: 'sk_1', baseUrl: 7 }, 'baseUrl must be an http or https URL'],
    [{ apiKey: 'sk_1', baseUrl: 'http://a:b@purser.test' }, 'without a password'],
    [{ apiKey: 'sk_1', baseUrl: 'http://purser.test/?a=1' }, 'or query'],
    [{ apiKey: 'sk_1', timeout: -1 }, 'timeout must be a whole number from 1'],
    [{ apiKey: 'sk_1', timeout: 0 }, 'timeout'],
    [{ apiKey: 'sk_1', timeout: 2 ** 31 }, 'timeout'],
    [{ apiKey: 'sk_1', timeout: Number.POSITIVE_INFINITY }, 'timeout'],
    [{ apiKey: 'sk_1', timeout: '5' }, 'timeout'],
    [{ apiKey: 'sk_1', maxRetries: -1 }, 'maxRetries must be a whole number from 0'],
    [{ apiKey: 'sk_1', maxRetries: 1.5 }, 'maxRetries'],
    [{ apiKey: 'sk_1', fetch: 'fetch' }, 'fetch must be a function'],
  ])('%j are rejected: %s', (options, message) => {
    expect(() => new PurserClient(options as never)).toThrow(TypeError)
    expect(() => new PurserClient(options as never)).toThrow(message)
  })

  test('set the address: baseUrl first, then PURSER_URL, then the address that `npm start` prints', async () => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    const options = { apiKey: 'sk_1', fetch }
    vi.stubEnv('PURSER_URL', '')
    await new PurserClient(options).plans.get('x')
    vi.stubEnv('PURSER_URL', 'https://billing.test/purser/')
    await new PurserClient(options).plans.get('x')
    await new PurserClient({ ...options, baseUrl: 'http://mine.test' }).plans.get('x')
    expect(sent.map(({ url }) => url)).toEqual([
      'http://127.0.0.1:4242/v1/plans/x',
      'https://billing.test/purser/v1/plans/x',
      'http://mine.test/v1/plans/x',
    ])
  })

  test("include fetch, called as a plain function, and default to the runtime's current fetch", async () => {
    let self: unknown = 'not called'
    const fetch = async function (this: unknown) {
      self = this
      return jsonResponse({})
    }
    await clientOf(fetch).plans.get('x')
    expect(self).toBeUndefined()
    const client = new PurserClient({ apiKey: 'sk_1' })
    const stub = vi.fn(async () => jsonResponse({ id: 'plan_1' }))
    vi.stubGlobal('fetch', stub)
    expect(await client.plans.get('x')).toEqual({ id: 'plan_1' })
    vi.unstubAllGlobals()
  })

  test('do not reveal the key when the client is printed', () => {
    const client = clientOf(recordFetch().fetch)
    const shown = inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client)
    expect(shown).not.toContain('sk_sandbox_hush')
  })
})
