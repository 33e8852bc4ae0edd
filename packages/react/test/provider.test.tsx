import { PurserError } from '@purser/contract/client'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  useBranding,
  useCreditAccounts,
  useCustomer,
  usePlans,
  usePricing,
  useProducts,
  usePurser,
  useTopUp,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane', { planId: 'pro' })
  await bench.signUp('joe')
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const focus = () =>
  act(async () => {
    window.dispatchEvent(new Event('visibilitychange'))
  })

describe('without a provider', () => {
  it('a hook explains how to fix it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    function Lost(): null {
      useCreditAccounts()
      return null
    }
    expect(() => render(<Lost />)).toThrow('Wrap the app in <PurserProvider token={…}>')
    log.mockRestore()
  })
})

describe('a token as a string', () => {
  it('makes the hooks act for its customer', async () => {
    const { result } = bench.hook(useCustomer, { token: await bench.tokenOf('jane') })
    expect(result.current).toMatchObject({ customer: null, isLoading: true, error: null })
    await waitFor(() => expect(result.current.customer?.id).toBe('jane'))
    expect(result.current).toMatchObject({ isLoading: false, error: null })
    expect(bench.requests.map(({ route }) => route)).toEqual(['GET /v1/customers/jane'])
  })

  it('causes an error immediately if it is refused, and is not sent again until it changes', async () => {
    const token = `${await bench.tokenOf('jane')}x`
    const { result, again } = bench.hook(() => [useCustomer(), useCreditAccounts()] as const, {
      token,
    })
    await waitFor(() => expect(result.current.every(({ isLoading }) => !isLoading)).toBe(true))
    for (const { error } of result.current) {
      expect(error).toBeInstanceOf(PurserError)
      expect(error).toMatchObject({ code: 'unauthorized', status: 401 })
      expect(error?.message).toContain('Request a new one')
    }
    expect(bench.requests).toHaveLength(2)
    await focus()
    await act(() => result.current[0].refetch())
    again({ token })
    expect(bench.requests).toHaveLength(2)
    again({ token: await bench.tokenOf('jane') })
    await waitFor(() => expect(result.current[0].customer?.id).toBe('jane'))
    await waitFor(() => expect(result.current[1].accounts).toHaveLength(1))
    expect(result.current.map(({ error }) => error)).toEqual([null, null])
  })

  it('keeps the data if it is renewed for the same customer', async () => {
    const { result, again } = bench.hook(useCustomer, { token: await bench.tokenOf('jane') })
    await waitFor(() => expect(result.current.customer).not.toBeNull())
    again({ token: await bench.tokenOf('jane', 600) })
    expect(result.current).toMatchObject({ customer: { id: 'jane' }, isLoading: false })
    expect(bench.requests).toHaveLength(1)
  })

  it('shows nothing of the first customer once it is that of another customer', async () => {
    const { result, again } = bench.hook(useCustomer, { token: await bench.tokenOf('jane') })
    await waitFor(() => expect(result.current.customer?.id).toBe('jane'))
    again({ token: await bench.tokenOf('joe') })
    expect(result.current).toMatchObject({ customer: null, isLoading: true })
    await waitFor(() => expect(result.current.customer?.id).toBe('joe'))
  })
})

describe('a token that is fetched', () => {
  it('is fetched when the first hook needs it, once for all', async () => {
    const token = vi.fn(() => bench.tokenOf('jane'))
    const { again } = bench.show(<p>Nothing to read</p>, { token })
    expect(token).not.toHaveBeenCalled()
    let loaded = 0
    function Reader(): null {
      const { customer } = useCustomer()
      const { accounts } = useCreditAccounts()
      loaded = customer ? accounts.length : 0
      return null
    }
    again([<Reader key="1" />, <Reader key="2" />], { token })
    await waitFor(() => expect(loaded).toBe(1))
    // An inline getter is a new function in each render, but the token stays the same.
    again([<Reader key="1" />, <Reader key="2" />, <Reader key="3" />], { token: () => token() })
    expect(token).toHaveBeenCalledTimes(1)
    expect(bench.requests).toHaveLength(2)
  })

  it('is replaced once and silently after it has expired', async () => {
    const token = vi.fn(() => bench.tokenOf('jane', 60))
    const { result } = bench.hook(() => ({ a: useCustomer(), b: useCreditAccounts() }), { token })
    await waitFor(() => expect(result.current.b.accounts).toHaveLength(1))
    bench.app.clock.advance({ minutes: 10 })
    const errors: unknown[] = []
    await act(async () => {
      await Promise.all([result.current.a.refetch(), result.current.b.refetch()])
      errors.push(result.current.a.error, result.current.b.error)
    })
    expect(errors).toEqual([null, null])
    expect(token).toHaveBeenCalledTimes(2)
    expect(bench.requests.map(({ status }) => status)).toEqual([200, 200, 401, 401, 200, 200])
  })

  it('is given up if its replacement is refused too, until the user explicitly retries', async () => {
    let isSignedIn = false
    const token = vi.fn(async () => (isSignedIn ? bench.tokenOf('jane') : 'nonsense'))
    const { result, again } = bench.hook(() => [usePlans(), useProducts()] as const, { token })
    await waitFor(() =>
      expect(result.current.map(({ error }) => error)).toMatchObject([
        { code: 'unauthorized' },
        { code: 'unauthorized' },
      ]),
    )
    expect(token).toHaveBeenCalledTimes(2)
    expect(bench.requests).toHaveLength(4)
    for (let time = 0; time < 5; time += 1) {
      await focus()
      again({ token: () => token() })
    }
    expect(token).toHaveBeenCalledTimes(2)
    expect(bench.requests).toHaveLength(4)
    isSignedIn = true
    await act(() => result.current[0].refetch())
    await waitFor(() => expect(result.current[0].plans.length).toBeGreaterThan(0))
    expect(result.current[0]).toMatchObject({ error: null, isLoading: false })
  })

  it('causes an error with the reason if it cannot be fetched, after two retries', async () => {
    const token = vi.fn(() => Promise.reject(new Error('Sign in first')))
    const { result } = bench.hook(useCustomer, { token })
    await waitFor(() => expect(result.current.error).not.toBeNull())
    expect(result.current.error?.message).toContain('Sign in first')
    expect(token).toHaveBeenCalledTimes(3)
    expect(bench.requests).toHaveLength(0)
  })
})

describe('customerId', () => {
  it("is refused before any request if it differs from the token's customer", async () => {
    const token = await bench.tokenOf('jane')
    const { result } = bench.hook(useCustomer, { token, customerId: 'joe' })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'forbidden' }))
    expect(bench.requests).toHaveLength(0)
  })

  it('detects that the user has changed behind the same getter', async () => {
    let user = 'jane'
    const token = () => bench.tokenOf(user)
    const { result, again } = bench.hook(useCustomer, { token, customerId: user })
    await waitFor(() => expect(result.current.customer?.id).toBe('jane'))
    user = 'joe'
    again({ token, customerId: user })
    expect(result.current.customer).toBeNull()
    await waitFor(() => expect(result.current.customer?.id).toBe('joe'))
  })
})

describe('a publishable key', () => {
  it('reads public data and sends nothing else', async () => {
    const { result } = bench.hook(
      () => ({
        pricing: usePricing(),
        branding: useBranding(),
        plans: usePlans(),
        products: useProducts(),
        customer: useCustomer(),
        accounts: useCreditAccounts(),
        topUp: useTopUp(),
      }),
      { publishableKey: bench.app.sandbox.keys.publishable },
    )
    await waitFor(() => expect(result.current.pricing.pricing?.product.slug).toBe('studio'))
    await waitFor(() => expect(result.current.branding.branding?.name).toBe('Acme'))
    await waitFor(() => expect(result.current.plans.plans.length).toBeGreaterThan(0))
    expect(result.current.products.products).toHaveLength(1)
    expect(result.current.customer).toMatchObject({ isLoading: false, error: null, customer: null })
    expect(result.current.accounts).toMatchObject({ isLoading: false, error: null, accounts: [] })
    await act(() => result.current.customer.refetch())
    const topUp = { creditCurrencyId: 'prepaid', amountCents: 100 }
    await act(async () => {
      await expect(result.current.topUp.topUp(topUp)).rejects.toMatchObject({
        code: 'unauthorized',
      })
    })
    expect(bench.requests.map(({ route }) => route).sort()).toEqual([
      'GET /v1/branding',
      'GET /v1/plans?status=active&limit=100',
      'GET /v1/products?status=active&limit=100',
      expect.stringMatching(/^GET \/v1\/public\/pricing\/prod_/),
    ])
  })
})

describe('without credentials', () => {
  it('hooks wait for them', async () => {
    const { result, again } = bench.hook(() => [useCustomer(), usePlans()] as const, {})
    expect(result.current.map(({ isLoading }) => isLoading)).toEqual([true, true])
    expect(bench.requests).toHaveLength(0)
    again({ token: await bench.tokenOf('jane') })
    await waitFor(() => expect(result.current[0].customer?.id).toBe('jane'))
  })
})

describe('the cache', () => {
  it("is the provider's own, so that the app's is not touched", async () => {
    const apps = new QueryClient()
    let seen: QueryClient | null = null
    let customerId: string | undefined
    function Reader(): null {
      seen = useQueryClient()
      customerId = useCustomer().customer?.id
      return null
    }
    const token = await bench.tokenOf('jane')
    bench.show(
      <QueryClientProvider client={apps}>
        <Reader />
      </QueryClientProvider>,
      { token },
    )
    await waitFor(() => expect(customerId).toBe('jane'))
    expect(seen).toBe(apps)
    expect(apps.getQueryCache().getAll()).toEqual([])
  })

  it("may be the app's, and then separates customers", async () => {
    const queryClient = new QueryClient()
    const jane = bench.hook(useCustomer, { queryClient, token: await bench.tokenOf('jane') })
    const joe = bench.hook(useCustomer, { queryClient, token: () => bench.tokenOf('joe') })
    await waitFor(() => expect(jane.result.current.customer?.id).toBe('jane'))
    await waitFor(() => expect(joe.result.current.customer?.id).toBe('joe'))
    expect(queryClient.getQueryCache().getAll()).toHaveLength(2)
  })

  it('is refetched when the customer returns to the page after half a minute', async () => {
    const { result } = bench.hook(useCustomer, { token: await bench.tokenOf('jane') })
    await waitFor(() => expect(result.current.customer).not.toBeNull())
    await focus()
    expect(bench.requests).toHaveLength(1)
    const later = Date.now() + 31_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    await focus()
    await waitFor(() => expect(bench.requests).toHaveLength(2))
    clock.mockRestore()
  })
})

describe('usePurser', () => {
  it("returns the provider's settings, and refetches everything", async () => {
    const { result } = bench.hook(() => ({ purser: usePurser(), customer: useCustomer() }), {
      token: await bench.tokenOf('jane'),
      productId: 'studio',
      locale: 'de-DE',
    })
    expect(result.current.purser).toMatchObject({
      access: 'customer',
      productId: 'studio',
      locale: 'de-DE',
    })
    await waitFor(() => expect(result.current.customer.customer).not.toBeNull())
    await act(() => result.current.purser.refresh())
    expect(bench.requests).toHaveLength(2)
  })
})
