import { QueryClient } from '@tanstack/react-query'
import { cleanup, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  BooleanGate,
  ConfigGate,
  CreditGate,
  EnumGate,
  FeatureGate,
  MeteredGate,
  useCreditLedger,
  usePaymentMethodDependencies,
  useTopupHistory,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

/** The gates and limits of the interface, row by row. */
let bench: PortalBench
let token: string
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane', { planId: 'pro' })
  const events = ['picture', 'render'].map((eventName) => ({ customerId: 'jane', eventName }))
  await bench.app.ok('trackUsage', { body: { events } })
  token = await bench.tokenOf('jane')
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const open = { type: 'boolean', access: true } as const

/** Gate and prop, the element, its content while loading, and its final content. */
const GATES: [string, ReactNode, string, string][] = [
  ['FeatureGate: children', <FeatureGate featureSlug="export">in</FeatureGate>, '', 'in'],
  [
    'FeatureGate: fallback defaults to null',
    <FeatureGate featureSlug="beta">in</FeatureGate>,
    '',
    '',
  ],
  ['FeatureGate: fallback', <FeatureGate featureSlug="beta" fallback="no" />, '', 'no'],
  ['FeatureGate: loading', <FeatureGate featureSlug="beta" loading="…" />, '…', ''],
  [
    'FeatureGate: requestedUsage',
    <FeatureGate featureSlug="renders" requestedUsage={10} fallback="no" />,
    '',
    'no',
  ],
  [
    'FeatureGate: fallbackEntitlement',
    <FeatureGate featureSlug="beta" fallbackEntitlement={open}>
      in
    </FeatureGate>,
    'in',
    'in',
  ],
  ['BooleanGate: slug', <BooleanGate slug="export">in</BooleanGate>, '', 'in'],
  [
    'BooleanGate: noAccessComponent, loadingComponent',
    <BooleanGate slug="beta" noAccessComponent="no" loadingComponent="…" />,
    '…',
    'no',
  ],
  [
    'MeteredGate: requestedUsage within the rest',
    <MeteredGate slug="renders" requestedUsage={9}>
      in
    </MeteredGate>,
    '',
    'in',
  ],
  [
    'MeteredGate: requestedUsage beyond the rest',
    <MeteredGate slug="renders" requestedUsage={10} noAccessComponent="no" loadingComponent="…" />,
    '…',
    'no',
  ],
  [
    'CreditGate: requiredBalance defaults to 1',
    <CreditGate slug="pictures">in</CreditGate>,
    '',
    'in',
  ],
  [
    'CreditGate: requiredBalance',
    <CreditGate
      slug="pictures"
      requiredBalance={1_000}
      noAccessComponent="no"
      loadingComponent="…"
    />,
    '…',
    'no',
  ],
  [
    'ConfigGate: children of the value',
    <ConfigGate slug="seats">{(v) => `${v}`}</ConfigGate>,
    '',
    '5',
  ],
  [
    'ConfigGate: denied',
    <ConfigGate slug="beta" noAccessComponent="no" loadingComponent="…">
      {() => 'in'}
    </ConfigGate>,
    '…',
    'no',
  ],
  [
    'EnumGate: allowed requestedValues',
    <EnumGate slug="models" requestedValues={['small']}>
      in
    </EnumGate>,
    '',
    'in',
  ],
  [
    'EnumGate: denied requestedValues',
    <EnumGate
      slug="models"
      requestedValues={['huge']}
      noAccessComponent="no"
      loadingComponent="…"
    />,
    '…',
    'no',
  ],
]

describe('every gate and prop', () => {
  it.each(GATES)('%s', async (_name, gate, before, after) => {
    const { container } = bench.show(gate, { token })
    expect(container.textContent).toBe(before)
    await waitFor(() => {
      expect(bench.requests.map(({ status }) => status)).toEqual([200])
      expect(container.textContent).toBe(after)
    })
  })

  it('FeatureGate: onDenied(reason)', async () => {
    const onDenied = vi.fn()
    const gate = <FeatureGate featureSlug="beta" onDenied={onDenied} />
    bench.show(gate, { token })
    await waitFor(() => expect(onDenied.mock.calls).toEqual([['no_entitlement']]))
  })
})

describe('within the limits of the interface,', () => {
  it('dependencies of a payment method are fresh for 10 seconds', async () => {
    const { data } = await bench.app.ok<{ data: { id: string }[] }>('listPaymentMethods', { token })
    const methodId = data[0]?.id ?? ''
    const queryClient = new QueryClient()
    const ask = async () => {
      const before = bench.asked(/dependencies/).length
      const { result, unmount } = bench.hook(() => usePaymentMethodDependencies(methodId), {
        token,
        queryClient,
      })
      await waitFor(() => expect(result.current.dependencies).not.toBeNull())
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      unmount()
      return bench.asked(/dependencies/).length - before
    }
    const start = Date.now()
    expect(await ask()).toBe(1)
    const clock = vi.spyOn(Date, 'now')
    clock.mockReturnValue(start + 9_000)
    expect(await ask()).toBe(0)
    clock.mockReturnValue(Date.now() + 12_000)
    expect(await ask()).toBe(1)
    clock.mockRestore()
  })

  it('a page has at most 100 entries, whatever limit is requested', async () => {
    const { result } = bench.hook(
      () => [useCreditLedger({ limit: 5_000 }), useTopupHistory({ limit: 5_000 })] as const,
      { token },
    )
    await waitFor(() => expect(result.current.every(({ isLoading: waits }) => !waits)).toBe(true))
    expect(result.current.map(({ error }) => error)).toEqual([null, null])
  })
})
