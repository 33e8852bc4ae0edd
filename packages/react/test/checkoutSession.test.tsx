import type { OperationOutput } from '@purser/contract/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useCheckoutPreview, useCheckoutSession } from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { startTimeLapse } from './harness/timeLapse.ts'

let bench: PortalBench
let token: string
beforeAll(async () => {
  bench = await startPortalBench()
  token = await bench.signUp('jane')
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const openSession = async (creditCents: number) => {
  const body = { purpose: 'credit_topup', creditCurrencyId: 'prepaid', amountCents: creditCents }
  const { id } = await bench.app.ok<OperationOutput<'createCheckoutSession'>>(
    'createCheckoutSession',
    { token, body: { ...body, uiMode: 'embedded' } },
  )
  return id
}

describe('useCheckoutSession', () => {
  let lapse: ReturnType<typeof startTimeLapse>
  beforeEach(() => {
    lapse = startTimeLapse(bench)
  })
  afterEach(() => lapse.stop())

  const watch = (id: string | null, options?: Parameters<typeof useCheckoutSession>[1]) => {
    const watched = { id, options }
    const hooked = bench.hook(() => useCheckoutSession(watched.id, watched.options), { token })
    return {
      result: hooked.result,
      switchTo: (next: string | null) => {
        watched.id = next
        hooked.again({ token })
      },
    }
  }

  it.each([
    ['without a session', null, {}],
    ['while it is disabled', 'chk_1', { enabled: false }],
  ])('is idle %s', async (_when, id, options) => {
    const { result } = watch(id, options)
    await lapse.pass(2)
    expect(result.current).toMatchObject({
      status: 'idle',
      data: null,
      isLoading: false,
      error: null,
    })
    expect(bench.requests).toEqual([])
  })

  it('polls every second, after half a minute every five seconds, and stops after 90 seconds', async () => {
    const { result } = watch(await openSession(100))
    expect(result.current).toMatchObject({ status: 'pending', data: null, isLoading: true })
    await lapse.pass(1)
    expect(result.current).toMatchObject({ status: 'pending', data: { status: 'pending' } })
    await lapse.pass(29)
    const often = bench.requests.length
    expect(often).toBeGreaterThanOrEqual(27)
    expect(often).toBeLessThanOrEqual(32)
    await lapse.pass(58)
    const rarely = bench.requests.length - often
    expect(rarely).toBeGreaterThanOrEqual(10)
    expect(rarely).toBeLessThanOrEqual(13)
    expect(result.current.status).toBe('pending')
    await lapse.pass(3)
    expect(result.current).toMatchObject({ status: 'expired', data: { status: 'pending' } })
    const all = bench.requests.length
    await lapse.pass(60)
    expect(bench.requests).toHaveLength(all)
  })

  it('waits as long as configured, and restarts for another session', async () => {
    const { result, switchTo } = watch(await openSession(100), { maxWaitMs: 5_000 })
    await lapse.pass(6)
    expect(result.current.status).toBe('expired')
    const next = await openSession(200)
    switchTo(next)
    expect(result.current.status).toBe('pending')
    await lapse.pass(2)
    expect(result.current).toMatchObject({ status: 'pending', data: { id: next } })
    await lapse.pass(4)
    expect(result.current.status).toBe('expired')
    switchTo(null)
    expect(result.current).toMatchObject({ status: 'idle', data: null })
  })

  it('stops for a session that does not exist', async () => {
    const { result } = watch('chk_none')
    await lapse.pass(5)
    expect(result.current.error).toMatchObject({ code: 'not_found', status: 404 })
    expect(bench.requests).toHaveLength(1)
  })

  it('reports that the session has expired on the server', async () => {
    const id = await openSession(300)
    await bench.app.pool.query("UPDATE checkout_sessions SET status = 'expired' WHERE id = $1", [
      id,
    ])
    const { result } = watch(id)
    await lapse.pass(2)
    expect(result.current).toMatchObject({ status: 'expired', data: { status: 'expired' } })
    await lapse.pass(5)
    expect(bench.requests).toHaveLength(1)
  })
})

describe('useCheckoutPreview', () => {
  it('sends nothing without an input, and fetches again on refresh', async () => {
    const held = bench.hook(() => useCheckoutPreview(null), { token })
    expect(held.result.current).toMatchObject({ preview: null, isLoading: false, error: null })
    await act(() => held.result.current.refresh())
    expect(bench.requests).toEqual([])
    const { result } = bench.hook(
      () => useCheckoutPreview({ purpose: 'subscription', planId: 'pro' }),
      { token },
    )
    expect(result.current).toMatchObject({ preview: null, isLoading: true })
    await waitFor(() => expect(result.current.preview?.total).toBe(2_000))
    expect(result.current.preview).toMatchObject({
      purpose: 'subscription',
      mode: 'new',
      dueToday: { kind: 'charge_now', cents: 2_000, currency: 'usd' },
      details: { subscription: { planName: 'pro' } },
    })
    await act(() => result.current.refresh())
    expect(bench.requests).toHaveLength(2)
  })

  it("returns the server's error", async () => {
    const { result } = bench.hook(
      () => useCheckoutPreview({ purpose: 'subscription', planId: 'made-up' }),
      { token },
    )
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }))
    expect(result.current.error?.message).toContain('made-up')
  })
})
