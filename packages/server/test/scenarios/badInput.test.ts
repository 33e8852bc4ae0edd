import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCatalogFile } from '../../src/bin/commands/catalogFile.ts'
import { createOnboardingRunner } from '../../src/modules/onboarding/run/onboardingRunner.ts'
import { sketchly } from '../../src/modules/onboarding/testing/sketchly.ts'
import { type Site, startSite } from '../../src/modules/onboarding/testing/startSite.ts'
import { checkInvariants } from '../../src/platform/db/invariants/checkInvariants.ts'
import type { Route } from '../../src/platform/http/routes.ts'
import { createGuardedFetch, OutboundError } from '../../src/platform/net/guardedFetch.ts'
import { billingFixtures } from '../harness/app/billingFixtures.ts'
import type { Call } from '../harness/app/callApi.ts'
import { exampleCall } from '../harness/app/exampleCall.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { runsAll } from '../harness/runsAll.ts'

/**
 * Calls every operation with its example, and with each field of that example replaced by many bad
 * values. In a normal run, each field gets a third of the values, and the next field gets others.
 */
let app: TestApp
/** A portal token, for operations that no key may call. */
let token: string
beforeAll(async () => {
  app = await startTestApp()
  await app.ok('putCustomer', { params: { customerId: 'own' }, body: {} })
  const demo = await readFile(new URL('../../demo/catalog.yaml', import.meta.url), 'utf8')
  await app.ok('putCatalog', { body: parseCatalogFile(demo) })
  const credits = { customerId: 'own', creditCurrencyId: 'image-credits' }
  const create = (operation: string, body: unknown) => app.ok<{ id: string }>(operation, { body })
  const grant = await create('createGrant', { ...credits, amount: 1_000 })
  NAMES.push([/\/credits\/grants\//, grant.id])
  // Each operation that ends its object gets a separate object. The others share one.
  for (const path of [
    /\/reservations\/.+capture/,
    /\/reservations\/.+release/,
    /\/reservations\//,
  ]) {
    const reservation = await create('createReservation', { ...credits, amount: 10 })
    NAMES.push([path, reservation.id])
  }
  const tracked = await app.ok<{ results: { eventId: string }[] }>('trackUsage', {
    body: { events: [{ customerId: 'own', eventName: 'image.generated', quantity: 1 }] },
  })
  NAMES.push([/\/usage\/events\//, tracked.results[0]?.eventId ?? ''])
  await saveMethod()
  NAMES.push([/\/payment-methods\/:id$/, await saveMethod()])
  const replacing = await saveMethod()
  NAMES.push([/\/payment-methods\/:id\//, replacing])
  REFERENCES.oldPaymentMethodId = await saveMethod()
  REFERENCES.newPaymentMethodId = replacing
  NAMES.push([/\/payments\/:id/, await makePayment()])
  REFERENCES.paymentId = await makePayment()
  const dispute = await create('openSandboxDispute', { paymentId: await makePayment() })
  NAMES.push([/\/sandbox\/disputes\/:id/, dispute.id])
  const session = await create('createCheckoutSession', CHECKOUT)
  NAMES.push([/\/checkout\/sessions\/:id/, session.id])
  const portal = await app.ok<{ token: string }>('createPortalSession', {
    body: { customerId: 'own' },
  })
  token = portal.token
  const billing = await billingFixtures(app)
  NAMES.push(...billing.names)
  REFERENCES.itemId = billing.itemId
  Object.assign(BODIES, billing.bodies)
  // One endpoint to modify, and one that stays enabled, so that its message can be replayed.
  const endpoint = await create('createWebhookEndpoint', { url: 'http://127.0.0.1:9/' })
  NAMES.push([/\/webhook-endpoints\//, endpoint.id])
  const shop = await create('createWebhookEndpoint', { url: 'http://127.0.0.1:9/' })
  await app.ok('putCustomer', { params: { customerId: 'notified' }, body: {} })
  for (const loop of app.app.jobs.loops ?? []) await loop.settle()
  const messages = await app.ok<{ data: { id: string }[] }>('listWebhookMessages', {
    query: { endpointId: shop.id },
  })
  NAMES.push([/\/webhook-messages\//, messages.data[0]?.id ?? ''])
  site = await startSite({ '/pricing': sketchly() })
  // A caller that follows a run waits until a worker has processed it. No real page is requested.
  const fetch = createGuardedFetch({ allowPrivate: true })
  const runner = createOnboardingRunner({
    db: app.db,
    clock: app.clock,
    ask: null,
    logger: { error: (problem: unknown) => problems.push(problem) },
    fetch: (url, request) =>
      url.startsWith(site.origin)
        ? fetch(url, request)
        : Promise.reject(new OutboundError('the name does not resolve')),
  })
  working = runner.run(stopping.signal)
  BODIES.streamOnboarding = { url: `${site.origin}/pricing` }
  const runEvents = await app.ok<{ data: { id: string } }[]>('streamOnboarding', {
    body: BODIES.streamOnboarding,
  })
  NAMES.push([/\/onboarding\/:id/, runEvents.at(-1)?.data.id ?? ''])
})
afterAll(async () => {
  stopping.abort()
  await working
  site.stop()
  await app.stop()
  expect(problems).toEqual([])
})

let site: Site
let working: Promise<void>
const stopping = new AbortController()
const problems: unknown[] = []

/** Saves a card for the customer. */
const saveMethod = async (): Promise<string> => {
  const body = { customerId: 'own', behaviour: 'success' }
  return (await app.ok<{ id: string }>('attachSandboxPaymentMethod', { body })).id
}

/** Creates a successful payment at the sandbox provider. */
const makePayment = async (): Promise<string> => {
  const body = { customerId: 'own', creditCurrencyId: 'prepaid-usd', amountCents: 1_000 }
  return (await app.ok<{ paymentId: string }>('topUp', { body })).paymentId
}

/** Ids of existing objects, so that an example passes its reference checks and reaches the rows. */
const REFERENCES: Record<string, unknown> = {
  productId: 'pixelmill',
  tierId: 'pro',
  metricId: 'images-generated',
  creditCurrencyId: 'image-credits',
  creditPackageId: 'images-500',
  featureSlug: 'no-watermark',
  featureSlugs: ['no-watermark'],
  customerId: 'own',
  slug: 'something-new',
  code: 'NEW10',
}
const NAMES: [RegExp, string][] = [
  [/\/products\//, 'pixelmill'],
  [/\/credit-currencies\//, 'image-credits'],
  [/\/metrics\//, 'images-generated'],
  [/\/features\//, 'image-generation'],
  [/\/tiers\//, 'pro'],
  [/\/plans\//, 'pro-monthly'],
  [/\/credit-packages\//, 'images-500'],
  [/\/credits\/packages\//, 'images-500'],
  [/\/coupons\//, 'LAUNCH20'],
]

const CHECKOUT = {
  purpose: 'credit_topup',
  customerId: 'own',
  creditCurrencyId: 'prepaid-usd',
  amountCents: 500,
}

/** Bodies for operations whose fields cannot all be combined. */
const BODIES: Record<string, Record<string, unknown>> = {
  setSandboxFaults: { faults: [{ operation: 'webhook', effect: 'delay', delayMs: 1 }] },
  topUp: { customerId: 'own', creditCurrencyId: 'prepaid-usd', amountCents: 500, forceForm: false },
  previewCheckout: CHECKOUT,
  createCheckoutSession: { ...CHECKOUT, uiMode: 'embedded' },
  createReservation: {
    customerId: 'own',
    creditCurrencyId: 'image-credits',
    amount: 1,
    expiresInSeconds: 60,
  },
  setPaymentProvider: {
    provider: 'stripe',
    secretKey: 'sk_test_51Example',
    publishableKey: 'pk_test_51Example',
    webhookSecret: 'whsec_Example',
  },
}

function realisticCall(route: Route): Call {
  const call = { ...exampleCall(route), ...(!route.endpoint.callers.includes('full') && { token }) }
  const id = NAMES.find(([path]) => path.test(route.endpoint.path))?.[1]
  const refer = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(refer)
        : Object.fromEntries(
            Object.entries(value).map(([key, child]) => [key, REFERENCES[key] ?? refer(child)]),
          )
  const params = { ...(refer(call.params) as Record<string, string>), ...(id && { id }) }
  const query = Object.fromEntries(
    Object.keys(route.endpoint.query?.shape ?? {})
      .filter((name) => ['customerId', 'creditCurrencyId', 'metricId'].includes(name))
      .map((name) => [name, String(REFERENCES[name])]),
  )
  if (call.body === undefined) return { ...call, params, query }
  return { ...call, params, query, body: BODIES[route.operation] ?? refer(call.body) }
}

const BAD_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e15,
  1e-10,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a\0b',
  '\ud800',
  'x'.repeat(2_001),
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  "'; DROP TABLE customers; --",
  '0000-01-01T00:00:00Z',
  [],
  {},
  [null],
  { constructor: 1 },
]

type Path = (string | number)[]

/** Lists every field of a value, at any depth. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.keys(value).flatMap((key) =>
    pathsOf((value as Record<string, unknown>)[key], [
      ...at,
      Array.isArray(value) ? Number(key) : key,
    ]),
  )
  return at.length > 0 ? [at, ...inside] : inside
}

function withValue(body: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>
  let target = copy
  for (const key of path.slice(0, -1)) target = target[key] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}

function badCalls(route: Route): Call[] {
  const call = realisticCall(route)
  const calls: Call[] = [call]
  for (const name of Object.keys(call.params ?? {})) {
    for (const value of ['a\0b', 'x'.repeat(300), '..', '%', '\ud83d\ude00']) {
      calls.push({ ...call, params: { ...call.params, [name]: value } })
    }
  }
  for (const name of Object.keys(route.endpoint.query?.shape ?? {})) {
    for (const value of ['', 'a\0b', '-1', '1e400', 'x'.repeat(3_000), 'null', '\ufffd']) {
      calls.push({ ...call, query: { ...call.query, [name]: value } })
    }
  }
  if (call.body === undefined) {
    return route.endpoint.method === 'GET' ? calls : [...calls, { ...call, body: { surplus: 1 } }]
  }
  for (const body of [[], null, 'text', 1, {}, { ...(call.body as object), surplus: 1 }]) {
    calls.push({ ...call, body })
  }
  for (const [at, path] of pathsOf(call.body).entries()) {
    const some = [undefined, ...BAD_VALUES].filter((_, index) => runsAll || index % 3 === at % 3)
    for (const value of some) {
      calls.push({ ...call, body: withValue(call.body, path, value) })
    }
  }
  return calls
}

const EXPECTED = [200, 400, 402, 403, 404, 409, 422]

describe('bad input', () => {
  it('never causes a server error or a response outside the contract', async () => {
    let callCount = 0
    // Other tests cover the endpoints that receive signed requests.
    const routes = app.app.routes.filter(({ handling }) => handling.mode !== 'raw')
    const succeeded = new Set<string>()
    // These operations archive or replace objects that the others need, so they come last.
    const late = ({ operation }: Route) =>
      Number(/^(archive|putCatalog|delete|setSandboxFaults|setPaymentProvider)/.test(operation))
    for (const route of routes.toSorted((a, b) => late(a) - late(b))) {
      for (const call of badCalls(route)) {
        callCount += 1
        // `call` checks every response against its schema.
        const { status, body } = await app.call(route.operation, call)
        if (status === 200) succeeded.add(route.operation)
        expect(
          EXPECTED,
          `${route.operation} ${JSON.stringify(call)} ${JSON.stringify(body)}`,
        ).toContain(status)
      }
    }
    expect(callCount).toBeGreaterThan(1_000)
    // If an operation never succeeds, only its first check was tested.
    const never = routes.filter(({ operation }) => !succeeded.has(operation))
    expect(never.map(({ operation }) => operation)).toEqual([])
  })

  it('violates no invariant', async () => {
    expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
  })

  it('cannot refer to an object of another environment', async () => {
    const product = await app.ok<{ id: string }>('createProduct', { body: { name: 'Ours' } })
    for (const key of [app.live.keys.full, app.other.sandbox.keys.full]) {
      expect(
        await app.fails('createTier', { key, body: { productId: product.id, name: 'Theirs' } }),
      ).toMatchObject({ status: 400, details: [{ path: 'productId' }] })
    }
  })
})
