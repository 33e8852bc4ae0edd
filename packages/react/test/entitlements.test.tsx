import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  FeatureGate,
  useBooleanEntitlement,
  useConfigEntitlement,
  useCreditEntitlement,
  useEntitlement,
  useEntitlements,
  useEnumEntitlement,
  useMeteredEntitlement,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
let token: string
beforeAll(async () => {
  bench = await startPortalBench()
  token = await bench.signUp('jane', { planId: 'pro' })
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const text = (): string | null => document.body.textContent

describe('the cache of all entitlements', () => {
  it('is read once, however many gates and hooks are on the page', async () => {
    function Hooks() {
      const { list } = useEntitlements()
      const { access } = useBooleanEntitlement('export')
      return <i>{access ? list.length : 'none'}</i>
    }
    const gates = Array.from({ length: 50 }, (_, at) => (
      <FeatureGate key={String(at)} featureSlug={['export', 'renders', 'seats'][at % 3] ?? ''}>
        x
      </FeatureGate>
    ))
    bench.show([...gates, <Hooks key="hooks" />], { token })
    await waitFor(() => expect(text()).toBe(`${'x'.repeat(50)}5`))
    expect(bench.requests.map(({ route }) => route)).toEqual([
      'GET /v1/customers/jane/entitlements',
    ])
  })
})

describe('a check with the server', () => {
  it('is sent once for all identical queries', async () => {
    const { result } = bench.hook(
      () => [
        useEntitlement('renders', { requestedUsage: 10 }),
        useMeteredEntitlement('renders', { requestedUsage: 10 }),
        useEntitlement('renders', { requestedUsage: 11 }),
        useEntitlement('models', { requestedValues: ['large', 'small'] }),
        useEnumEntitlement('models', { requestedValues: ['small', 'large'] }),
        useEnumEntitlement('models', { requestedValues: ['huge'] }),
      ],
      { token },
    )
    await waitFor(() => expect(result.current.some(({ isLoading }) => isLoading)).toBe(false))
    expect(result.current.map(({ deniedReason }) => deniedReason)).toEqual([
      null,
      null,
      'usage_exceeded',
      null,
      null,
      'no_entitlement',
    ])
    const sent = bench.asked(/POST .*\/check$/).map((request) => request.sent)
    expect(sent).toHaveLength(4)
    expect(sent).toEqual(
      expect.arrayContaining([
        { featureSlug: 'renders', requestedUsage: 10 },
        { featureSlug: 'renders', requestedUsage: 11 },
        { featureSlug: 'models', requestedValues: ['large', 'small'] },
        { featureSlug: 'models', requestedValues: ['huge'] },
      ]),
    )
    expect(bench.requests).toHaveLength(4)
  })

  it('is not sent without values', async () => {
    const { result } = bench.hook(() => useEntitlement('models', { requestedValues: [] }), {
      token,
    })
    await waitFor(() => expect(result.current.entitlement?.access).toBe(true))
    expect(bench.asked(/check/)).toEqual([])
  })
})

describe('useEntitlements', () => {
  it('lists all entitlements by slug, or only the given ones', async () => {
    const { result } = bench.hook(
      () => ({ all: useEntitlements(), some: useEntitlements(['seats', 'export', 'nothing']) }),
      { token },
    )
    expect(result.current.all).toMatchObject({ entitlements: {}, list: [], isLoading: true })
    await waitFor(() => expect(result.current.all.isLoading).toBe(false))
    expect(result.current.all.list.map(({ featureSlug }) => featureSlug)).toEqual([
      'export',
      'models',
      'pictures',
      'renders',
      'seats',
    ])
    expect(result.current.some.list.map(({ featureSlug }) => featureSlug)).toEqual([
      'export',
      'seats',
    ])
    expect(result.current.some.entitlements.seats).toMatchObject({ type: 'config', value: 5 })
  })

  it('asks the server in one batch, and sends nothing without slugs', async () => {
    const { result } = bench.hook(
      () => [
        useEntitlements(['renders', 'export'], { fresh: true }),
        useEntitlements([], { fresh: true }),
      ],
      { token },
    )
    expect(result.current[1]).toMatchObject({ isLoading: false, error: null, list: [] })
    await waitFor(() => expect(result.current[0]?.isLoading).toBe(false))
    expect(Object.keys(result.current[0]?.entitlements ?? {})).toEqual(['export', 'renders'])
    expect(bench.requests.map(({ route, sent }) => [route, sent])).toEqual([
      ['POST /v1/customers/jane/check/batch', { featureSlugs: ['export', 'renders'] }],
    ])
  })

  it('splits more than fifty slugs into several requests', async () => {
    const slugs = Array.from({ length: 60 }, (_, at) => `made-up-${at}`)
    const { result } = bench.hook(() => useEntitlements(slugs, { fresh: true }), { token })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }))
    const sizes = bench.requests.map(
      ({ sent }) => (sent as { featureSlugs: [] }).featureSlugs.length,
    )
    expect(sizes).toEqual([50, 10])
  })

  it('uses the fallback of each slug', async () => {
    const fallback = {
      beta: { type: 'boolean', access: true },
      export: { type: 'boolean', access: false },
    } as const
    const { result } = bench.hook(() => useEntitlements(['beta', 'export'], { fallback }), {
      token,
    })
    const access = () => result.current.list.map((each) => [each.featureSlug, each.access])
    expect(access()).toEqual([
      ['beta', true],
      ['export', false],
    ])
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(access()).toEqual([
      ['beta', true],
      ['export', true],
    ])
  })
})

describe('a fallback', () => {
  it('applies while loading and to missing entitlements, but not to known ones', async () => {
    const { result } = bench.hook(
      () => ({
        known: useBooleanEntitlement('export', { fallback: { access: false } }),
        missing: useBooleanEntitlement('beta', { fallback: { access: true } }),
        metered: useMeteredEntitlement('other', { fallback: { access: true, limit: 8, usage: 2 } }),
        credit: useCreditEntitlement('other', { fallback: { access: true, creditBalance: 7 } }),
        config: useConfigEntitlement('other', { fallback: { access: true, value: 'blue' } }),
        values: useEnumEntitlement('other', { fallback: { access: true, enumValues: ['a'] } }),
        plain: useEntitlement('beta'),
      }),
      { token },
    )
    expect(result.current.known).toMatchObject({ access: false, isFallback: true, isLoading: true })
    await waitFor(() => expect(result.current.known.isLoading).toBe(false))
    expect(result.current).toMatchObject({
      known: { access: true, isFallback: false },
      missing: { access: true, isFallback: true },
      metered: {
        access: true,
        remaining: 0,
        usage: 2,
        limit: 8,
        percentage: 25,
        isUnlimited: false,
        nextResetAt: null,
        isFallback: true,
      },
      credit: { access: true, creditBalance: 7, isFallback: true },
      config: { access: true, value: 'blue', isFallback: true },
      values: { access: true, enumValues: ['a'], isFallback: true },
      plain: { entitlement: null, isFallback: false },
    })
  })

  it('applies after an error, for example for a feature that does not exist', async () => {
    const fallback = { type: 'boolean', access: true } as const
    const { result } = bench.hook(
      () => useEntitlement('made-up', { requestedUsage: 1, fallback }),
      { token },
    )
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }))
    expect(result.current).toMatchObject({ entitlement: fallback, isFallback: true })
  })
})
