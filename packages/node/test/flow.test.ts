import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drainJobs } from '../../server/test/harness/app/drainJobs.ts'
import { startTestApp, type TestApp } from '../../server/test/harness/app/testApp.ts'
import { freePort } from '../../server/test/harness/process/freePort.ts'
import {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  PmInUseError,
  Purser,
  UnauthorizedError,
} from '../src/index.ts'
import { KEYLESS_OPERATIONS } from '../src/transport.ts'

let app: TestApp
let purser: Purser
beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  purser = new Purser({ apiKey: app.sandbox.keys.full, baseUrl: app.url })
})
afterAll(() => app.stop())

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('The request did not fail.')
    },
    (error) => error,
  )

describe('a merchant with the client and the real server', () => {
  test('creates a catalog, sells a plan and downloads the PDF of the paid invoice', async () => {
    await purser.catalog.put({
      products: { inkwell: { name: 'Inkwell' } },
      creditCurrencies: { ink: { name: 'Ink', denomination: 'unit' } },
      metrics: { letters: { name: 'Letters', eventName: 'letter.written', aggregation: 'sum' } },
      features: {
        letters: {
          name: 'Letters',
          type: 'credit',
          metricId: 'letters',
          creditCurrencyId: 'ink',
          creditCost: { perUnit: '1' },
        },
      },
      plans: {
        author: {
          productId: 'inkwell',
          name: 'Author',
          currency: 'usd',
          interval: 'month',
          charges: [
            { type: 'recurring', name: 'Author', pricing: { model: 'flat', amount: 1_900 } },
          ],
          entitlements: [{ featureSlug: 'letters', onExhausted: 'block' }],
          grantRules: [{ creditCurrencyId: 'ink', amount: 20, cadence: 'billing_period' }],
        },
      },
    })
    const again = await purser.catalog.put(await purser.catalog.get(), { dryRun: 'true' })
    expect(again).toEqual({ applied: false, changes: [] })

    const customer = await purser.customers.put('user 42/ä', { name: 'Jane', currency: 'usd' })
    expect(customer.id).toBe('user 42/ä')
    expect((await purser.customers.get('user 42/ä')).name).toBe('Jane')
    const customerId = customer.id
    const asked = { customerId, featureSlug: 'letters' }
    expect(await purser.check(asked)).toMatchObject({ access: false })

    const card = await purser.sandbox.attachPaymentMethod({ customerId, behaviour: 'success' })
    const outcome = await purser.subscriptions.create({ customerId, planId: 'author' })
    if (outcome.kind !== 'charged_inline') throw new Error(outcome.kind)
    expect(outcome.amount).toBe(1_900)
    expect(await purser.check({ ...asked, requestedUsage: 20 })).toMatchObject({
      access: true,
      creditBalance: 20,
    })

    const tracked = await purser.usage.track([
      { customerId, eventName: 'letter.written', quantity: 3 },
      { customerId, eventName: 'letter.lost' },
    ])
    expect(tracked).toMatchObject({ accepted: 1, rejected: 1, rejections: [{ index: 1 }] })
    expect(tracked.results[0]?.creditBalance).toBe('17')
    expect(await purser.usage.getMeter({ customerId, metricId: 'letters' })).toMatchObject({
      usage: 3,
    })

    const { data: invoices } = await purser.invoices.list({ customerId })
    const invoice = await purser.invoices.get(invoices[0]?.id ?? '')
    expect(invoice).toMatchObject({ status: 'paid', total: 1_900 })
    const pdf = await purser.invoices.getPdf(invoice.id)
    expect(pdf).toBeInstanceOf(Uint8Array)
    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')

    const inUse = await errorOf(purser.paymentMethods.detach(card.id, { customerId }))
    expect(inUse).toBeInstanceOf(PmInUseError)
    expect((inUse as PmInUseError).details).toMatchObject({
      paymentMethodId: card.id,
      activeSubscriptionIds: [outcome.subscriptionId],
    })
    expect((inUse as PmInUseError).requestId).toMatch(/^req_/)

    const note = await purser.invoices.createCreditNote(invoice.id, { amount: 100 })
    expect(note.amount).toBe(100)
    const ended = await purser.subscriptions.cancel(outcome.subscriptionId ?? '')
    expect(ended).toMatchObject({ cancelAt: '2026-02-15T12:00:00.000Z' })
    await drainJobs(app)
  })

  test('iterates over all pages of a list', async () => {
    const names = Array.from({ length: 23 }, (_, at) => `listed-${at}`)
    for (const name of names) await purser.products.create({ name, slug: name })
    const found: string[] = []
    for await (const { slug } of purser.products.list({ limit: 5 })) found.push(slug)
    expect(found.filter((slug) => slug.startsWith('listed-'))).toEqual(names.toReversed())
    expect((await purser.products.list({ limit: 5 })).data).toHaveLength(5)
  })

  test('receives errors with their class, code and request id', async () => {
    const unknown = await errorOf(purser.customers.get('nobody'))
    expect(unknown).toBeInstanceOf(NotFoundError)
    expect(unknown).toMatchObject({ code: 'not_found', status: 404 })
    expect((unknown as NotFoundError).requestId).toMatch(/^req_/)

    const invalid = await errorOf(purser.plans.create({} as never))
    expect(invalid).toBeInstanceOf(InvalidRequestError)
    expect((invalid as InvalidRequestError).problems.length).toBeGreaterThan(1)

    const twice = { name: 'Twice', slug: 'twice' }
    await purser.products.create(twice)
    expect(await errorOf(purser.products.create(twice))).toBeInstanceOf(ConflictError)

    const poor = { customerId: 'poor', creditCurrencyId: 'ink' }
    await purser.customers.put('poor', {})
    await purser.credits.grant({ ...poor, amount: 1 })
    const taken = purser.credits.adjust({ ...poor, amount: -5 })
    expect(await errorOf(taken)).toBeInstanceOf(PaymentRequiredError)

    const stranger = new Purser({ apiKey: 'sk_sandbox_nobody', baseUrl: app.url })
    const unauthorized = await errorOf(stranger.plans.list())
    expect(unauthorized).toBeInstanceOf(UnauthorizedError)
    expect(JSON.stringify(unauthorized) + unauthorized.message).not.toContain('sk_sandbox_nobody')
    const reader = new Purser({ apiKey: app.sandbox.keys.read, baseUrl: app.url })
    expect(await errorOf(reader.customers.put('x', {}))).toBeInstanceOf(ForbiddenError)

    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const nowhere = new Purser({ apiKey: 'sk_1', baseUrl, maxRetries: 0 })
    const lost = await errorOf(nowhere.plans.list())
    expect(lost).toBeInstanceOf(ConnectionError)
    expect(lost.message).toContain('ECONNREFUSED')
  })
})

describe('a write whose answer is lost', () => {
  /** Loses the first answer of each URL after the server has done the work. */
  const losingFirst = () => {
    const seen = new Set<string>()
    return new Purser({
      apiKey: app.sandbox.keys.full,
      baseUrl: app.url,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (seen.has(url)) return response
        seen.add(url)
        await response.arrayBuffer()
        throw new TypeError('fetch failed')
      },
    })
  }

  test('happens once, even if it calls the payment provider', async () => {
    const unlucky = losingFirst()
    const customerId = 'unlucky'
    await unlucky.customers.put(customerId, { currency: 'usd' })
    await purser.creditCurrencies.create({ name: 'Sparks', slug: 'sparks', denomination: 'unit' })
    const wallet = { customerId, creditCurrencyId: 'sparks' }
    await unlucky.credits.grant({ ...wallet, amount: 10 })
    await purser.sandbox.attachPaymentMethod({ customerId, behaviour: 'success' })
    await unlucky.subscriptions.create({ customerId, planId: 'author' })
    const { data } = await purser.credits.listAccounts(customerId)
    const sparks = data.find(({ currency }) => currency?.slug === 'sparks')
    expect(sparks?.balance).toBe(10)
    expect((await purser.payments.list({ customerId })).data).toHaveLength(1)
    const { charges } = await purser.sandbox.getBook({ customerId })
    expect(charges).toHaveLength(1)
  })

  test('counts usage once', async () => {
    const customerId = 'unlucky-user'
    await purser.customers.put(customerId, {})
    await purser.credits.grant({ customerId, creditCurrencyId: 'ink', amount: 10 })
    const result = await losingFirst().track({ customerId, eventName: 'letter.written' })
    expect(result.results[0]?.status).toBe('duplicate')
    const { data } = await purser.usage.getAggregate({ customerId })
    expect(data).toMatchObject([{ eventName: 'letter.written', total: 1 }])
  })
})

test('the client omits the idempotency key from exactly those operations that need none', () => {
  const unsafe = app.app.routes.filter(
    ({ endpoint, handling }) => endpoint.method !== 'GET' && handling.mode !== 'raw',
  )
  const modes = Map.groupBy(unsafe, ({ handling }) => handling.mode)
  const names = (mode: string) =>
    [...modes].flatMap(([each, routes]) =>
      each === mode ? routes.map(({ operation }) => operation) : [],
    )
  expect([...names('read'), ...names('batched')].toSorted()).toEqual(KEYLESS_OPERATIONS.toSorted())
  expect(names('write').length + names('staged').length).toBeGreaterThan(50)
})
