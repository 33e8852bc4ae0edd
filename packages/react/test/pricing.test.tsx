import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { usePricing } from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { isSettled, useEverything } from './harness/useEverything.ts'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane')
  await bench.signUp('pro', { planId: 'pro' })
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const slugOf = async (
  props: Parameters<PortalBench['hook']>[1],
  productId?: string,
): Promise<string | null> => {
  const { result } = bench.hook(() => usePricing(productId), props)
  expect(result.current).toMatchObject({ pricing: null, isLoading: true, error: null })
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(result.current.error).toBeNull()
  return result.current.pricing?.product.slug ?? null
}

describe('usePricing', () => {
  it('shows the only active product', async () => {
    expect(await slugOf({ token: await bench.tokenOf('jane') })).toBe('studio')
    expect(bench.requests.map(({ route }) => route.replace(/prod_.*/, ''))).toEqual([
      'GET /v1/subscriptions?limit=100',
      'GET /v1/products?status=active&limit=100',
      'GET /v1/public/pricing/',
    ])
  })

  it("uses the given product, then the provider's, then that of the subscription", async () => {
    for (const slug of ['radio', 'theatre']) {
      await bench.app.ok('createProduct', { body: { name: slug, slug } })
    }
    const token = await bench.tokenOf('pro')
    expect(await slugOf({ token, productId: 'radio' }, 'theatre')).toBe('theatre')
    expect(await slugOf({ token, productId: 'radio' })).toBe('radio')
    expect(bench.asked(/subscriptions|products/)).toEqual([])
    expect(await slugOf({ token })).toBe('studio')
    expect(bench.asked(/products/)).toEqual([])
  })

  it('returns null if there are several products and none is chosen', async () => {
    expect(await slugOf({ token: await bench.tokenOf('jane') })).toBeNull()
    expect(await slugOf({ publishableKey: bench.app.sandbox.keys.publishable })).toBeNull()
    expect(bench.asked(/pricing/)).toEqual([])
  })

  it('ignores a subscription that has ended', async () => {
    const token = await bench.signUp('gone', { planId: 'pro' })
    const { data } = await bench.app.ok<{ data: { id: string }[] }>('listSubscriptions', {
      query: { customerId: 'gone' },
    })
    await bench.app.ok('cancelSubscription', {
      params: { id: data[0]?.id ?? '' },
      body: { when: 'now' },
    })
    expect(await slugOf({ token })).toBeNull()
  })

  it('returns the error of a product that does not exist', async () => {
    const token = await bench.tokenOf('jane')
    const { result } = bench.hook(() => usePricing('made-up'), { token })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }))
    expect(result.current).toMatchObject({ pricing: null, isLoading: false })
  })
})

describe('private data', () => {
  it('never reaches a browser, whatever the hooks request', async () => {
    const token = await bench.tokenOf('pro')
    const { result } = bench.hook(useEverything, { token })
    await waitFor(() => expect(isSettled(result.current)).toBe(true))
    bench.hook(useEverything, {
      publishableKey: bench.app.sandbox.keys.publishable,
      productId: 'studio',
    })
    await waitFor(() => expect(bench.requests.every(({ status }) => status !== 0)).toBe(true))
    const bodies = bench.requests.map(({ route, body }) => [route, body] as const)
    expect(bodies.length).toBeGreaterThan(22)
    // The catalog has a private plan, a draft and a sales-led tier, all with this in their names.
    expect(bodies.filter(([, body]) => /hush/i.test(body))).toEqual([])
    expect(bodies.filter(([, body]) => /"amount":(777|888)\b/.test(body))).toEqual([])
    expect(bodies.some(([, body]) => body.includes('Pack of 100'))).toBe(true)
  })
})
