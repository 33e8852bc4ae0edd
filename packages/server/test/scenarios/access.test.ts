import type { Caller } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/platform/http/routes.ts'
import type { Call } from '../harness/app/callApi.ts'
import { exampleCall } from '../harness/app/exampleCall.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { tokenOf } from '../harness/app/tokenOf.ts'
import { fingerprint } from '../harness/database/fingerprint.ts'

/**
 * Calls every operation as every kind of caller. The operations come from the mounted routes, so
 * that a new endpoint is covered automatically.
 */
let app: TestApp
let portalToken: string
let pageToken: string
beforeAll(async () => {
  app = await startTestApp()
  await app.ok('putCustomer', { params: { customerId: 'own' }, body: {} })
  await app.ok('putCustomer', { params: { customerId: 'someone' }, body: {} })
  const session = await app.ok<{ token: string }>('createPortalSession', {
    body: { customerId: 'own' },
  })
  portalToken = session.token
  const checkout = await app.ok<{ url: string }>('createCheckoutSession', {
    body: { customerId: 'own', purpose: 'payment_method_update' },
  })
  pageToken = tokenOf(checkout.url)
})
afterAll(() => app.stop())

/** Operations of the sandbox provider and of test clocks. A live environment has neither. */
const SANDBOX_ONLY = ({ endpoint }: Route) => /^\/v1\/(sandbox|test-clocks)\b/.test(endpoint.path)

const WRITES = ({ handling }: Route) =>
  handling.mode === 'write' || (handling.mode === 'stream' && handling.begins === 'write')

/**
 * Calls the operation with each of these credentials. All calls must be refused and write nothing.
 */
async function expectRefusal(
  route: Route,
  status: number,
  callers: Readonly<Record<string, Call>>,
): Promise<void> {
  const before = await fingerprint(app.pool)
  const { operation } = route
  for (const [caller, credentials] of Object.entries(callers)) {
    const reply = await app.call(operation, { ...exampleCall(route), ...credentials })
    expect({ operation, caller, status: reply.status }).toEqual({ operation, caller, status })
  }
  expect(await fingerprint(app.pool), operation).toBe(before)
}

const eachRoute = (work: (route: Route) => Promise<void>) => async () => {
  for (const route of app.app.routes) await work(route)
}

describe('every operation', () => {
  it(
    'answers 401 to a missing or wrong key, and writes nothing',
    eachRoute(async (route) => {
      if (route.endpoint.callers.includes('anyone')) return
      await expectRefusal(route, 401, {
        none: { key: null },
        unknown: { key: `sk_sandbox_${'x'.repeat(43)}` },
        'not a key': { key: 'hello' },
        'bad token': { token: 'eyJhbGciOiJub25lIn0.e30.' },
      })
    }),
  )

  it(
    'answers 403 to callers that are not allowed, and writes nothing',
    eachRoute(async (route) => {
      const callers: [Caller, Call][] = [
        ['publishable', { key: app.sandbox.keys.publishable }],
        ['read', { key: app.sandbox.keys.read }],
        ['runtime', { key: app.sandbox.keys.runtime }],
        ['portal', { token: portalToken }],
        ['page', { token: pageToken }],
      ]
      const isAllowed = ([caller]: [Caller, Call]) =>
        ['anyone', caller].some((each) => route.endpoint.callers.includes(each as Caller))
      const refused = callers.filter((caller) => !isAllowed(caller))
      // The other tests cover full keys.
      const isForBrowsers = !['anyone', 'full'].some((each) =>
        route.endpoint.callers.includes(each as Caller),
      )
      const full = isForBrowsers ? { full: { key: app.sandbox.keys.full } } : {}
      await expectRefusal(route, 403, { ...Object.fromEntries(refused), ...full })
      for (const [, credentials] of callers.filter(isAllowed)) {
        const call = { ...exampleCall(route), ...credentials }
        expect([401, 405, 500]).not.toContain((await app.call(route.operation, call)).status)
      }
    }),
  )

  it('does not let a publishable key or a read key write', () => {
    for (const { endpoint, operation } of app.app.routes.filter(WRITES)) {
      expect(endpoint.callers, operation).not.toContain('publishable')
      expect(endpoint.callers, operation).not.toContain('read')
    }
  })

  it('finds no object of another environment or organization, and writes nothing', async () => {
    const objects = await createObjects(app)
    const strangers = {
      'other environment': app.live.keys.full,
      'other organization': app.other.sandbox.keys.full,
    }
    for (const route of app.app.routes) {
      const names = Object.keys(route.endpoint.params?.shape ?? {})
      // `putCustomer` creates a customer with that id in the stranger's environment.
      if (names.length === 0 || route.operation === 'putCustomer') continue
      const before = await fingerprint(app.pool)
      for (const [name, key] of Object.entries(strangers)) {
        for (const params of objects.filter((object) => names.every((each) => each in object))) {
          const { status } = await app.call(route.operation, {
            ...exampleCall(route),
            query: exampleQuery(route),
            params,
            key,
          })
          const isForBrowsers = !route.endpoint.callers.includes('full')
          const isRefused = isForBrowsers || (SANDBOX_ONLY(route) && key === app.live.keys.full)
          expect({ operation: route.operation, name, status }).toEqual({
            operation: route.operation,
            name,
            status: isRefused ? 403 : 404,
          })
        }
      }
      expect(await fingerprint(app.pool), route.operation).toBe(before)
    }
  })

  it('lists no object of another environment or organization', async () => {
    const { data: products } = await app.ok<{ data: { id: string }[] }>('listProducts')
    const secrets = [...products.map(({ id }) => id), 'someone']
    const lists = app.app.routes.filter(
      ({ endpoint }) => endpoint.method === 'GET' && !endpoint.params,
    )
    expect(lists.length).toBeGreaterThan(8)
    for (const route of lists) {
      const query = exampleQuery(route)
      const ownAnswer = JSON.stringify((await app.call(route.operation, { query })).body)
      for (const key of [app.live.keys.full, app.other.sandbox.keys.full]) {
        const { status, body } = await app.call(route.operation, { query, key })
        const text = JSON.stringify(body)
        // The stranger has no such customer. The error only repeats the id that was sent.
        if (status === 404) continue
        if (status === 403 && SANDBOX_ONLY(route) && key === app.live.keys.full) continue
        expect(status, route.operation).toBe(200)
        expect(text === ownAnswer && /"id"/.test(ownAnswer), route.operation).toBe(false)
        for (const secret of secrets) expect(text, route.operation).not.toContain(secret)
      }
    }
  })

  it(
    'answers 404 to a page token for an object on another page',
    eachRoute(async (route) => {
      const { callers, params } = route.endpoint
      if (!callers.includes('page') || !params) return
      await expectRefusal(route, 404, { page: { token: pageToken } })
    }),
  )

  it(
    'answers 403 to a portal token that names another customer',
    eachRoute(async (route) => {
      if (!route.endpoint.callers.includes('portal')) return
      const call = exampleCall(route)
      const named: Call[] = []
      if (route.endpoint.params && 'customerId' in route.endpoint.params.shape) {
        named.push({ ...call, params: { ...call.params, customerId: 'someone' } })
      }
      if (route.endpoint.query && 'customerId' in route.endpoint.query.shape) {
        named.push({ ...call, query: { ...call.query, customerId: 'someone' } })
      }
      for (const each of named) {
        const { status } = await app.call(route.operation, { ...each, token: portalToken })
        expect({ operation: route.operation, status }).toEqual({
          operation: route.operation,
          status: 403,
        })
      }
    }),
  )
})

/** Builds the query for reads that require a customer. */
const exampleQuery = ({ endpoint }: Route): Record<string, string> => {
  const shape = endpoint.query?.shape ?? {}
  return {
    ...('customerId' in shape && { customerId: 'someone' }),
    ...('creditCurrencyId' in shape && { creditCurrencyId: 'c' }),
    ...('metricId' in shape && { metricId: 'm' }),
  }
}

/** Creates a webhook endpoint and a message to it. */
async function createMessage({ app, ok }: TestApp): Promise<{ id: string }> {
  await ok('putCustomer', { params: { customerId: 'someone' }, body: { name: 'Some One' } })
  for (const loop of app.jobs.loops ?? []) await loop.settle()
  const { data } = await ok<{ data: { id: string }[] }>('listWebhookMessages')
  const [message] = data
  if (!message) throw new Error('Purser created no message for the webhook endpoint.')
  return message
}

/** Creates one object of each kind in the sandbox, as path parameters. */
async function createObjects(app: TestApp): Promise<Record<string, string>[]> {
  const { ok } = app
  const create = (operation: string, body: unknown) => ok<{ id: string }>(operation, { body })
  const product = await create('createProduct', { name: 'P' })
  const currency = await create('createCreditCurrency', { name: 'C', denomination: 'unit' })
  const metric = await create('createMetric', { name: 'M', eventName: 'm', aggregation: 'count' })
  const feature = await ok<{ id: string; slug: string }>('createFeature', {
    body: { name: 'F', type: 'boolean' },
  })
  const tier = await create('createTier', { productId: product.id, name: 'T' })
  const plan = await create('createPlan', {
    productId: product.id,
    name: 'Plan',
    currency: 'usd',
    interval: 'month',
  })
  const pack = await create('createCreditPackage', {
    name: 'Pack',
    creditCurrencyId: currency.id,
    credits: 1,
    price: 1,
    currency: 'usd',
  })
  const coupon = await create('createCoupon', { code: 'X', percentOff: 1, duration: 'once' })
  const grant = await create('createGrant', {
    customerId: 'someone',
    creditCurrencyId: currency.id,
    amount: 1,
  })
  const reservation = await create('createReservation', {
    customerId: 'someone',
    creditCurrencyId: currency.id,
    amount: 1,
  })
  const endpoint = await create('createWebhookEndpoint', { url: 'http://127.0.0.1:9/' })
  const message = await createMessage(app)
  const catalog = [product, currency, metric, feature, tier, plan, pack, coupon]
  const ids = [...catalog, grant, reservation, endpoint, message]
  return [
    ...ids.map(({ id }) => ({ id })),
    { productId: product.id },
    { customerId: 'someone' },
    { customerId: 'someone', featureSlug: feature.slug },
  ]
}
