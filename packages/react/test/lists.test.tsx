import type { OperationOutput } from '@purser/contract/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type CreditLedgerFilters,
  useCreditAccounts,
  useCreditBurn,
  useCreditLedger,
  useInvoice,
  useInvoicePdf,
  useInvoices,
  useTopupHistory,
  useUsageHistory,
  useUsageMeter,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { startTimeLapse } from './harness/timeLapse.ts'

let bench: PortalBench
let token: string
beforeAll(async () => {
  bench = await startPortalBench()
  token = await bench.signUp('jane', { planId: 'pro' })
  await use('jane', 'picture', 1)
  await use('jane', 'picture', 2.5)
  bench.app.clock.advance({ days: 2 })
  await use('jane', 'picture', 4)
  await use('jane', 'render', 3)
  token = await bench.tokenOf('jane')
  for (const amountCents of [100, 200, 300]) {
    const body = { creditCurrencyId: 'prepaid', amountCents }
    await bench.app.ok('topUp', { token, body })
  }
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const use = (customerId: string, eventName: string, quantity: number) =>
  bench.app.ok('trackUsage', { body: { events: [{ customerId, eventName, quantity }] } })

describe('useCreditAccounts', () => {
  const look = (visibilityState: 'visible' | 'hidden') => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    act(() => {
      window.dispatchEvent(new Event('visibilitychange'))
    })
  }

  it.each([
    [false, 1],
    [true, 4],
  ])('refetches automatically only if `watch` is true: %s', async (watch, reads) => {
    const lapse = startTimeLapse(bench)
    try {
      bench.hook(() => useCreditAccounts({ watch }), { token })
      await lapse.pass(32)
      expect(bench.requests).toHaveLength(reads)
      look('hidden')
      await lapse.pass(30)
      expect(bench.requests).toHaveLength(reads)
    } finally {
      look('visible')
      lapse.stop()
    }
  })
})

describe('useCreditLedger', () => {
  it('appends pages, and does nothing if there is none left', async () => {
    const wasFetching = new Set<boolean>()
    const { result } = bench.hook(
      () => {
        const ledger = useCreditLedger({ limit: 3 })
        wasFetching.add(ledger.isFetchingNextPage)
        return ledger
      },
      { token },
    )
    expect(result.current).toMatchObject({
      entries: [],
      hasNextPage: false,
      isFetchingNextPage: false,
      isLoading: true,
    })
    await waitFor(() => expect(result.current.entries).toHaveLength(3))
    expect(result.current.hasNextPage).toBe(true)
    expect([...wasFetching]).toEqual([false])
    await act(() => Promise.all([result.current.fetchNextPage(), result.current.fetchNextPage()]))
    await waitFor(() => expect(result.current.entries).toHaveLength(6))
    expect([...wasFetching]).toEqual([false, true])
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.entries).toHaveLength(7))
    expect(result.current.hasNextPage).toBe(false)
    expect(new Set(result.current.entries.map(({ id }) => id)).size).toBe(7)
    const asked = bench.requests.length
    await act(() => result.current.fetchNextPage())
    expect(bench.requests).toHaveLength(asked)
    expect(asked).toBe(3)
  })

  it('restarts with other filters', async () => {
    const shown: { filters: CreditLedgerFilters } = { filters: { limit: 3 } }
    const { result, again } = bench.hook(() => useCreditLedger(shown.filters), { token })
    await waitFor(() => expect(result.current.entries).toHaveLength(3))
    await act(() => result.current.fetchNextPage())
    shown.filters = { limit: 3, type: 'debit' }
    again({ token })
    expect(result.current).toMatchObject({ entries: [], isLoading: true })
    await waitFor(() =>
      expect(result.current.entries.map(({ amount }) => amount)).toEqual([4, 2.5, 1]),
    )
    expect(new Set(result.current.entries.map(({ type }) => type))).toEqual(new Set(['DEBIT']))
  })

  it.each([
    [{ type: 'CREDIT' }, 4],
    [{ featureId: 'pictures' }, 3],
    [{ creditCurrencyId: 'images' }, 4],
    [{ createdAfter: '2026-01-17T12:00:00Z' }, 4],
    [{ createdBefore: '2026-01-15T12:00:00Z' }, 3],
    [{ type: 'hold' }, 0],
  ] as const)('filters by %j', async (filters, count) => {
    const { result } = bench.hook(() => useCreditLedger(filters), { token })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current.error).toBeNull()
    expect(result.current.entries).toHaveLength(count)
  })
})

describe('useTopupHistory', () => {
  it('shows a page, newest first, and the cursor of the next', async () => {
    const shown: { cursor?: string } = {}
    const { result, again } = bench.hook(() => useTopupHistory({ limit: 2, ...shown }), { token })
    expect(result.current).toMatchObject({ attempts: [], nextCursor: null, isLoading: true })
    await waitFor(() =>
      expect(result.current.attempts.map((each) => each.amount)).toEqual([300, 200]),
    )
    shown.cursor = result.current.nextCursor ?? ''
    again({ token })
    await waitFor(() => expect(result.current.attempts.map((each) => each.amount)).toEqual([100]))
    expect(result.current.nextCursor).toBeNull()
  })

  it.each([
    [{ status: 'succeeded' }, 3],
    [{ status: 'failed' }, 0],
    [{ triggerSource: 'manual' }, 3],
    [{ triggerSource: 'auto' }, 0],
    [{ currencyId: 'images' }, 0],
    [{ limit: 1_000 }, 3],
  ] as const)('filters by %j', async (filters, count) => {
    const { result } = bench.hook(() => useTopupHistory(filters), { token })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current.attempts).toHaveLength(count)
  })
})

describe('daily usage', () => {
  it('has every day in useCreditBurn, oldest first, with a summary', async () => {
    const { result } = bench.hook(() => useCreditBurn('images', 5), { token })
    expect(result.current).toMatchObject({ series: [], windowSum: 0, days: 5, hasBurn: false })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current).toMatchObject({
      series: [
        { date: '2026-01-13', consumed: 0 },
        { date: '2026-01-14', consumed: 0 },
        { date: '2026-01-15', consumed: 3.5 },
        { date: '2026-01-16', consumed: 0 },
        { date: '2026-01-17', consumed: 4 },
      ],
      avgPerDay: 1.5,
      windowSum: 7.5,
      peak: 4,
      days: 5,
      hasBurn: true,
    })
  })

  it('covers 30 days by default', async () => {
    const { result } = bench.hook(
      () => ({ burn: useCreditBurn('prepaid'), history: useUsageHistory() }),
      { token },
    )
    await waitFor(() => expect(result.current.burn.series).toHaveLength(30))
    await waitFor(() => expect(result.current.history.hasData).toBe(true))
    expect(result.current.burn).toMatchObject({ days: 30, hasBurn: false, avgPerDay: 0, peak: 0 })
    expect(result.current.history.series.picture).toHaveLength(30)
  })

  it('has every day of each event in useUsageHistory', async () => {
    const { result } = bench.hook(() => useUsageHistory(3), { token })
    expect(result.current).toMatchObject({ series: {}, hasData: false, isLoading: true })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    const days = (...totals: number[]) =>
      totals.map((total, at) => ({ date: `2026-01-${15 + at}`, total }))
    expect(result.current.series).toEqual({ picture: days(3.5, 0, 4), render: days(0, 0, 3) })
    expect(result.current.hasData).toBe(true)
  })

  it("ends today in the customer's time", async () => {
    const clock = await bench.app.ok<{ id: string }>('createTestClock', {
      body: { frozenTime: '2027-03-01T08:00:00Z' },
    })
    const ahead = await bench.signUp('ahead', { testClockId: clock.id, planId: 'pro' })
    await use('ahead', 'picture', 2)
    const { result } = bench.hook(
      () => ({ burn: useCreditBurn('images', 2), history: useUsageHistory(2) }),
      { token: ahead },
    )
    await waitFor(() => expect(result.current.history.hasData).toBe(true))
    expect(result.current.history.series.picture).toEqual([
      { date: '2027-02-28', total: 0 },
      { date: '2027-03-01', total: 2 },
    ])
    await waitFor(() => expect(result.current.burn.series.at(-1)?.date).toBe('2027-03-01'))
    expect(result.current.burn.windowSum).toBe(2)
  })

  it('is empty for a customer without usage', async () => {
    const { result } = bench.hook(() => useUsageHistory(), { token: await bench.signUp('idle') })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current).toMatchObject({ series: {}, hasData: false })
  })

  it('of a metric is read by useUsageMeter once its id is known', async () => {
    const { result } = bench.hook(() => [useUsageMeter(''), useUsageMeter('renders')] as const, {
      token,
    })
    expect(result.current[0]).toMatchObject({ meter: null, isLoading: false })
    await waitFor(() => expect(result.current[1].meter).not.toBeNull())
    expect(result.current[1].meter).toMatchObject({
      metricName: 'Renders',
      usage: 3,
      limit: 10,
      isUnlimited: false,
      percentage: 30,
    })
    expect(bench.requests).toHaveLength(1)
  })
})

describe('invoices', () => {
  it('are listed, shown with their lines, and fetched as PDF', async () => {
    const { result } = bench.hook(
      () => {
        const { invoices, hasNextPage } = useInvoices({ status: 'paid', limit: 100 })
        const first = invoices.find(({ subscriptionId }) => subscriptionId !== null)
        return { invoices, hasNextPage, one: useInvoice(first?.id), ...useInvoicePdf() }
      },
      { token },
    )
    await waitFor(() => expect(result.current.one.invoice?.lineItems.length).toBeGreaterThan(0))
    expect(result.current.hasNextPage).toBe(false)
    expect(result.current.one.invoice).toMatchObject({
      status: 'paid',
      total: 2_000,
      payments: [{ amount: 2_000 }],
    } satisfies Partial<Record<keyof OperationOutput<'getInvoice'>, unknown>>)
    const pdf = await act(() =>
      result.current.fetchInvoicePdf(result.current.one.invoice?.id ?? ''),
    )
    expect(pdf.type).toBe('application/pdf')
    expect((await pdf.text()).startsWith('%PDF')).toBe(true)
  })
})
