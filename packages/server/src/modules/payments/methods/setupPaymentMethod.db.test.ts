import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MethodBench, startMethodBench } from '../testing/methodBench.ts'

let bench: MethodBench
beforeAll(async () => {
  bench = await startMethodBench()
})
beforeEach(() => bench.reset())
afterEach(() => bench.expectSound())
afterAll(() => bench.stop())

const setup = (body: object = {}, headers: Record<string, string> = {}) => ({
  body: { customerId: 'jane', ...body },
  headers,
})

describe('setting up a method', () => {
  it("returns the provider's form", async () => {
    expect(await bench.app.ok('setupPaymentMethod', setup())).toEqual({
      kind: 'requires_form',
      client: {
        provider: 'sandbox',
        token: expect.stringMatching(/^secret of setup_/),
        publishableKey: null,
        url: null,
      },
      checkoutSessionId: null,
      amount: null,
      currency: null,
      subscriptionId: null,
      invoiceId: null,
    })
    expect(await bench.list()).toEqual([])
  })

  it('creates the customer at the provider once', async () => {
    await bench.app.ok('setupPaymentMethod', setup())
    await bench.app.ok('setupPaymentMethod', setup())
    const calls = bench.provider.calls.filter((call) => call.startsWith('ensureCustomer'))
    expect(calls).toEqual(['ensureCustomer jane'])
  })

  it('opens one form per Idempotency-Key, even if the first response was lost', async () => {
    const request = setup({}, { 'idempotency-key': 'once' })
    bench.provider.duringCall = async (call) => {
      if (call.startsWith('startSetup')) bench.provider.isDown = true
    }
    expect(await bench.app.fails('setupPaymentMethod', request)).toMatchObject({ status: 503 })
    bench.provider.duringCall = async () => {}
    bench.provider.isDown = false
    const answer = await bench.app.ok('setupPaymentMethod', request)
    expect(await bench.app.ok('setupPaymentMethod', request)).toEqual(answer)
    const [first, second, ...more] = bench.provider.calls.filter((call) =>
      call.startsWith('startSetup'),
    )
    expect(second).toBe(first)
    expect(more).toEqual([])
  })

  it('asks the caller to retry when the provider is down', async () => {
    bench.provider.isDown = true
    const { status, headers, body } = await bench.app.call('setupPaymentMethod', setup())
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('requires a return address in hosted mode', async () => {
    expect(await bench.app.fails('setupPaymentMethod', setup({ uiMode: 'hosted' }))).toMatchObject({
      status: 400,
      details: [{ path: 'successUrl' }],
    })
    const hosted = setup({ uiMode: 'hosted', successUrl: 'https://shop.test/done' })
    expect(await bench.app.ok('setupPaymentMethod', hosted)).toMatchObject({
      client: { url: expect.stringMatching(/^https:/) },
    })
  })

  it('requires an existing customer and limits a portal token to its own customer', async () => {
    expect(await bench.app.fails('setupPaymentMethod', { body: {} })).toMatchObject({
      status: 400,
      details: [{ path: 'customerId' }],
    })
    const nobody = setup({ customerId: 'nobody' })
    expect(await bench.app.fails('setupPaymentMethod', nobody)).toMatchObject({ status: 404 })
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId: 'jane' },
    })
    await bench.app.ok('setupPaymentMethod', { body: {}, token })
    expect(bench.provider.calls[0]).toBe('ensureCustomer jane')
  })

  it('fails in an environment without a provider and names the next step', async () => {
    const key = bench.app.live.keys.full
    await bench.app.ok('putCustomer', { params: { customerId: 'jane' }, body: {}, key })
    expect(await bench.app.fails('setupPaymentMethod', { ...setup(), key })).toMatchObject({
      status: 409,
      message: expect.stringContaining('payment-provider'),
    })
  })
})
