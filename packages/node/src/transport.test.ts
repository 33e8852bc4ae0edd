import { getEventListeners } from 'node:events'
import { ConnectionError, PmInUseError, type PurserError } from '@purser/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PurserClient } from './PurserClient.ts'
import { jsonResponse, recordFetch, refusal } from './testing/recordFetch.ts'

const API_KEY = 'sk_sandbox_hush_hush'

const clientOf = (fetch: ReturnType<typeof recordFetch>['fetch'], more = {}) =>
  new PurserClient({ apiKey: API_KEY, baseUrl: 'http://purser.test', fetch, ...more })

/** Returns the outcome of a promise after all pauses. */
async function settle<T>(promise: PromiseLike<T>): Promise<T> {
  const settled = Promise.resolve(promise)
  settled.catch(() => {})
  await vi.runAllTimersAsync()
  return settled
}

const failure = (promise: PromiseLike<unknown>): Promise<PurserError> =>
  settle(promise).then(
    () => {
      throw new Error('The request did not fail.')
    },
    (error) => error,
  )

const connectionRefused = () =>
  Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED') })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a request', () => {
  test.each([
    ['a refused connection', connectionRefused()],
    ...[408, 429, 500, 502, 503, 504].map(
      (status) => [`status ${status}`, refusal(status, 'internal')] as const,
    ),
    ['status 409 idempotency_in_progress', refusal(409, 'idempotency_in_progress')],
  ] as const)('is retried three times after %s', async (_name, answer) => {
    const { sent, fetch } = recordFetch(answer)
    await failure(clientOf(fetch).plans.get('pro'))
    expect(sent).toHaveLength(4)
  })

  test.each([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [402, 'card_declined'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'invalid_state'],
    [422, 'auto_topup_mode_mismatch'],
  ])('is not retried after status %s %s', async (status, code) => {
    const { sent, fetch } = recordFetch(refusal(status, code))
    expect(await failure(clientOf(fetch).plans.get('pro'))).toMatchObject({
      status,
      code,
      requestId: 'req_1',
    })
    expect(sent).toHaveLength(1)
  })

  test('returns the answer of a later attempt', async () => {
    const { fetch } = recordFetch(
      connectionRefused(),
      refusal(503, 'unavailable'),
      jsonResponse({ id: 'plan_1' }),
    )
    expect(await settle(clientOf(fetch).plans.get('pro'))).toEqual({ id: 'plan_1' })
  })

  test('can override maxRetries of the client', async () => {
    const { sent, fetch } = recordFetch(connectionRefused())
    const client = clientOf(fetch, { maxRetries: 1 })
    await failure(client.plans.get('pro'))
    expect(sent).toHaveLength(2)
    await failure(client.plans.get('pro', { maxRetries: 0 }))
    expect(sent).toHaveLength(3)
    for (const wrong of [{ maxRetries: -1 }, { timeout: 0 }, { timeout: 2 ** 31 }]) {
      expect(await failure(client.plans.get('pro', wrong))).toBeInstanceOf(TypeError)
    }
  })

  test('pauses before each retry for a random time below a limit that doubles', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { sent, fetch } = recordFetch(connectionRefused())
    const answer = clientOf(fetch, { maxRetries: 6 }).plans.get('pro')
    answer.catch(() => {})
    const counts: number[] = []
    for (const ms of [499, 1, 999, 1, 1_999, 1, 3_999, 1, 7_999, 1, 7_999, 1]) {
      await vi.advanceTimersByTimeAsync(ms)
      counts.push(sent.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
    await expect(answer).rejects.toThrow('could not be reached')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const startedAt = Date.now()
    await failure(clientOf(fetch).plans.get('pro'))
    expect(Date.now()).toBe(startedAt)
  })

  test.each([
    ['7', 7_000],
    ['3600', 30_000],
  ])('that is answered with Retry-After: %s is retried after %s ms', async (header, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const busy = refusal(429, 'rate_limited', { 'retry-after': header })
    const { sent, fetch } = recordFetch(busy, jsonResponse({ id: 'plan_1' }))
    const answer = clientOf(fetch).plans.get('pro')
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual({ id: 'plan_1' })
  })

  test('is retried if the connection breaks during the answer', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"id":'))
            controller.error(new TypeError('terminated'))
          },
        }),
      )
    const fetch = vi.fn(async () => cut())
    expect(await failure(clientOf(fetch).plans.get('pro'))).toMatchObject({
      code: 'connection_failed',
    })
    expect(fetch).toHaveBeenCalledTimes(4)
  })
})

describe('idempotency keys', () => {
  test('are the same in all attempts of a write, and differ between writes', async () => {
    const { sent, fetch } = recordFetch(connectionRefused(), connectionRefused(), jsonResponse({}))
    const client = clientOf(fetch)
    await settle(client.customers.put('ada', {}))
    await settle(client.customers.put('ada', {}))
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\w-]{30,}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('are created only if the caller passes none', async () => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    await clientOf(fetch).customers.put('ada', {}, { idempotencyKey: 'signup-42' })
    expect(sent[0]?.headers['idempotency-key']).toBe('signup-42')
  })

  test('are not sent with reads, checks and previews', async () => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    const client = clientOf(fetch)
    await client.plans.get('pro', { idempotencyKey: 'unused' })
    await client.check({ customerId: 'ada', featureSlug: 'x' })
    await client.checkout.preview({ purpose: 'payment_method_update' })
    expect(sent.map(({ headers }) => 'idempotency-key' in headers)).toEqual([false, false, false])
  })

  test.each(['', 'ä', 'x'.repeat(256), 'a\nb'])('cannot be %j', async (idempotencyKey) => {
    const { sent, fetch } = recordFetch(jsonResponse({}))
    const error = await failure(clientOf(fetch).customers.put('ada', {}, { idempotencyKey }))
    expect(error).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })
})

describe('errors', () => {
  test('name the address and the reason if the server is not running', async () => {
    const { fetch } = recordFetch(connectionRefused())
    const error = await failure(clientOf(fetch).plans.get('pro'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'connection_failed', status: null, requestId: null })
    expect(error.message).toContain('http://purser.test')
    expect(error.message).toContain('ECONNREFUSED')
  })

  test('report a timeout if the server does not answer an attempt in time', async () => {
    const { sent, fetch } = recordFetch('never')
    const answer = clientOf(fetch, { timeout: 2_000, maxRetries: 1 }).plans.get('pro')
    answer.catch(() => {})
    await vi.advanceTimersByTimeAsync(1_999)
    expect(sent).toHaveLength(1)
    const error = await failure(answer)
    expect(sent).toHaveLength(2)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'timed_out' })
    expect(error.message).toContain('2000 ms')
  })

  test('report a timeout if the body does not end in time', async () => {
    const fetch = async () => new Response(new ReadableStream({}))
    const answer = clientOf(fetch, { maxRetries: 0 }).plans.get('pro', { timeout: 50 })
    expect(await failure(answer)).toMatchObject({ code: 'timed_out' })
  })

  test('report that a signal ended a request, a pause, or a request that had not started', async () => {
    const { sent, fetch } = recordFetch('never')
    const first = new AbortController()
    const request = clientOf(fetch).plans.get('pro', { signal: first.signal })
    await vi.advanceTimersByTimeAsync(10)
    first.abort()
    expect(await failure(request)).toMatchObject({ code: 'aborted' })
    expect(sent).toHaveLength(1)

    const second = new AbortController()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const broken = recordFetch(connectionRefused())
    const pausing = clientOf(broken.fetch).plans.get('pro', { signal: second.signal })
    pausing.catch(() => {})
    await vi.advanceTimersByTimeAsync(100)
    second.abort()
    await expect(pausing).rejects.toMatchObject({ code: 'aborted' })
    expect(vi.getTimerCount()).toBe(0)

    const late = clientOf(fetch).plans.get('pro', { signal: AbortSignal.abort() })
    expect(await failure(late)).toMatchObject({ code: 'aborted' })
  })

  test('leave no listeners on a signal that many requests share', async () => {
    const { signal } = new AbortController()
    const { fetch } = recordFetch(connectionRefused(), jsonResponse({}))
    const client = clientOf(fetch)
    for (let each = 0; each < 3; each += 1) await settle(client.plans.get('pro', { signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('close the connection by aborting the signal that fetch received', async () => {
    const signals: AbortSignal[] = []
    const fetch = (_url: string, init: RequestInit) => {
      if (init.signal) signals.push(init.signal)
      return new Promise<Response>(() => {})
    }
    await failure(clientOf(fetch, { maxRetries: 0 }).plans.get('pro'))
    expect(signals.map((signal) => signal.aborted)).toEqual([true])
  })

  test('have their own class for a payment method in use', async () => {
    const details = {
      paymentMethodId: 'pm_1',
      activeSubscriptionIds: ['sub_1'],
      autoTopupAccountIds: [],
      requestId: 'req_7',
    }
    const body = { error: { code: 'pm_in_use', message: 'In use.', details, requestId: 'req_7' } }
    const { fetch } = recordFetch(jsonResponse(body, 409))
    const error = await failure(clientOf(fetch).paymentMethods.detach('pm_1'))
    expect(error).toBeInstanceOf(PmInUseError)
    expect(error).toMatchObject({ details, requestId: 'req_7' })
  })

  test('report an HTML page instead of JSON', async () => {
    const { sent, fetch } = recordFetch(
      new Response('<html>', { headers: { 'x-request-id': 'r' } }),
    )
    expect(await failure(clientOf(fetch).plans.get('pro'))).toMatchObject({
      code: 'unexpected_response',
      status: 200,
      requestId: 'r',
    })
    expect(sent).toHaveLength(1)
  })

  test('report a redirect instead of sending the key to another server', async () => {
    const redirects: (RequestInit['redirect'] | undefined)[] = []
    const fetch = async (_url: string, init: RequestInit) => {
      redirects.push(init.redirect)
      return new Response(null, { status: 302, headers: { location: 'http://evil.test/' } })
    }
    expect(await failure(clientOf(fetch).plans.get('pro'))).toMatchObject({
      code: 'unexpected_response',
      status: 302,
    })
    expect(redirects).toEqual(['manual'])
  })

  test('never contain the key, even if the error of fetch does', async () => {
    const { fetch } = recordFetch(new Error(`bad header x-api-key: ${API_KEY}`))
    const error = await failure(clientOf(fetch).plans.get('pro'))
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(API_KEY)
    expect(error.cause).toBeUndefined()
  })
})

describe('an answer other than JSON', () => {
  test('is returned as bytes if it is a PDF', async () => {
    const pdf = new Uint8Array([37, 80, 68, 70])
    const { sent, fetch } = recordFetch(new Response(pdf))
    expect(await clientOf(fetch).invoices.getPdf('inv_1')).toEqual(pdf)
    expect(sent[0]?.url).toBe('http://purser.test/v1/invoices/inv_1/pdf')
  })

  test('can be a stream, which yields event by event and closes when the loop ends', async () => {
    let closed = false
    const stream = new ReadableStream({
      pull: (controller) =>
        controller.enqueue(
          new TextEncoder().encode('id: 1\nevent: status\ndata: {"id":"run_1"}\n\n'),
        ),
      cancel: () => {
        closed = true
      },
    })
    const sent: unknown[] = []
    const fetch = async (url: string, init: RequestInit) => {
      sent.push([init.method, url, init.body])
      return new Response(stream)
    }
    const events = clientOf(fetch).onboarding.stream({ url: 'https://shop.test/pricing' })
    expect(sent).toEqual([])
    for await (const event of events) {
      expect(event).toEqual({ id: '1', event: 'status', data: { id: 'run_1' } })
      break
    }
    expect(closed).toBe(true)
    expect(sent).toEqual([
      ['POST', 'http://purser.test/v1/onboarding/stream', '{"url":"https://shop.test/pricing"}'],
    ])
  })

  test('can be a stream that outlasts the timeout, that the caller aborts, or that is refused', async () => {
    const aborter = new AbortController()
    const fetch = async () => new Response(new ReadableStream({}))
    const events = clientOf(fetch, { timeout: 1_000 }).onboarding.stream(
      { url: 'https://shop.test' },
      { signal: aborter.signal },
    )
    const first = events[Symbol.asyncIterator]().next()
    first.catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    aborter.abort()
    expect(await failure(first)).toMatchObject({ code: 'aborted' })

    const denied = recordFetch(refusal(403, 'forbidden'))
    const none = clientOf(denied.fetch).onboarding.stream({ url: 'https://shop.test' })
    expect(await failure(none[Symbol.asyncIterator]().next())).toMatchObject({ code: 'forbidden' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
