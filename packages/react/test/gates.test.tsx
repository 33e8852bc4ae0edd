import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  BooleanGate,
  ConfigGate,
  CreditGate,
  EnumGate,
  FeatureGate,
  MeteredGate,
  usePurser,
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

const track = (customerId: string, eventName: string, quantity: number) =>
  bench.app.ok('trackUsage', { body: { events: [{ customerId, eventName, quantity }] } })

const text = (): string | null => document.body.textContent

/** A button that refetches everything, like the customer's next click. */
function Refresh() {
  const { refresh } = usePurser()
  return (
    <button type="button" onClick={refresh}>
      {''}
    </button>
  )
}
const refresh = () => act(async () => screen.getByRole('button').click())

describe('gates', () => {
  it('show their children on access, and nothing while loading', async () => {
    bench.show(
      [
        <FeatureGate key="f" featureSlug="export">
          F
        </FeatureGate>,
        <BooleanGate key="b" slug="export">
          B
        </BooleanGate>,
        <MeteredGate key="m" slug="renders">
          M
        </MeteredGate>,
        <MeteredGate key="n" slug="renders" requestedUsage={10}>
          N
        </MeteredGate>,
        <CreditGate key="c" slug="pictures">
          C
        </CreditGate>,
        <CreditGate key="d" slug="pictures" requiredBalance={20}>
          D
        </CreditGate>,
        <ConfigGate key="v" slug="seats">
          {(value) => `V${value}`}
        </ConfigGate>,
        <EnumGate key="e" slug="models" requestedValues={['small', 'large']}>
          E
        </EnumGate>,
      ],
      { token },
    )
    expect(text()).toBe('')
    await waitFor(() => expect(text()).toBe('FBMNCDV5E'))
  })

  it('show their denied slot, which is empty by default', async () => {
    const slots = { noAccessComponent: 'no', loadingComponent: '…' }
    bench.show(
      [
        <FeatureGate key="f" featureSlug="beta" fallback="no" loading="…">
          x
        </FeatureGate>,
        <FeatureGate key="g" featureSlug="renders" fallback="no" loading="…" requestedUsage={11}>
          x
        </FeatureGate>,
        <BooleanGate key="b" slug="beta" {...slots}>
          x
        </BooleanGate>,
        <MeteredGate key="m" slug="renders" requestedUsage={11} {...slots}>
          x
        </MeteredGate>,
        <CreditGate key="c" slug="pictures" requiredBalance={20.5} {...slots}>
          x
        </CreditGate>,
        <ConfigGate key="v" slug="beta" {...slots}>
          {() => 'x'}
        </ConfigGate>,
        <EnumGate key="e" slug="models" requestedValues={['small', 'huge']} {...slots}>
          x
        </EnumGate>,
        <FeatureGate key="h" featureSlug="beta">
          x
        </FeatureGate>,
        <BooleanGate key="i" slug="beta">
          x
        </BooleanGate>,
      ],
      { token },
    )
    expect(text()).toBe('…'.repeat(7))
    await waitFor(() => expect(text()).toBe('no'.repeat(7)))
  })

  it('use the fallback entitlement if there is one', async () => {
    const open = { type: 'boolean', access: true } as const
    const onDenied = vi.fn()
    bench.show(
      [
        <FeatureGate key="1" featureSlug="beta" fallbackEntitlement={open} loading="…">
          in
        </FeatureGate>,
        <FeatureGate
          key="2"
          featureSlug="export"
          fallbackEntitlement={{ type: 'boolean', access: false }}
          fallback="out"
          onDenied={onDenied}
        >
          in
        </FeatureGate>,
      ],
      { token },
    )
    expect(text()).toBe('inout')
    await waitFor(() => expect(text()).toBe('inin'))
    expect(onDenied).not.toHaveBeenCalled()
  })

  it('stay closed and report the error if the answer cannot be loaded', async () => {
    const onDenied = vi.fn()
    bench.show(
      <FeatureGate featureSlug="export" fallback="shut" onDenied={onDenied}>
        open
      </FeatureGate>,
      { token: 'nonsense' },
    )
    await waitFor(() => expect(text()).toBe('shut'))
    expect(onDenied.mock.calls).toEqual([['not_loaded']])
  })

  it('are closed on a page without a customer', () => {
    const onDenied = vi.fn()
    const { publishable } = bench.app.sandbox.keys
    bench.show(
      [
        <FeatureGate key="1" featureSlug="export" fallback="sign in" onDenied={onDenied}>
          x
        </FeatureGate>,
        <BooleanGate key="2" slug="export" noAccessComponent=" first">
          x
        </BooleanGate>,
      ],
      { publishableKey: publishable },
    )
    expect(text()).toBe('sign in first')
    expect(onDenied.mock.calls).toEqual([['not_loaded']])
  })
})

describe('onDenied', () => {
  it('reports a denial once, and again only after the customer regains and loses access', async () => {
    const mine = await bench.signUp('mary', { planId: 'pro' })
    const onDenied = vi.fn()
    const page = (extra: string) => [
      <FeatureGate
        key="1"
        featureSlug="pictures"
        fallback="out"
        onDenied={(reason) => onDenied(reason)}
      >
        in
      </FeatureGate>,
      <Refresh key="2" />,
      extra,
    ]
    const { again } = bench.show(page(''), { token: mine })
    await waitFor(() => expect(text()).toBe('in'))
    await track('mary', 'picture', 20)
    await refresh()
    await waitFor(() => expect(text()).toBe('out'))
    expect(onDenied.mock.calls).toEqual([['credit_exhausted']])
    await refresh()
    again(page('!'), { token: mine })
    await waitFor(() => expect(text()).toBe('out!'))
    expect(onDenied).toHaveBeenCalledTimes(1)
    const grant = { customerId: 'mary', creditCurrencyId: 'images', amount: 1 }
    await bench.app.ok('createGrant', { body: grant })
    await refresh()
    await waitFor(() => expect(text()).toBe('in!'))
    await track('mary', 'picture', 1)
    await refresh()
    await waitFor(() => expect(text()).toBe('out!'))
    expect(onDenied).toHaveBeenCalledTimes(2)
  })

  it('reports the denial of another feature', async () => {
    const onDenied = vi.fn()
    const gate = (slug: string) => (
      <FeatureGate featureSlug={slug} fallback="out" onDenied={onDenied} />
    )
    const { again } = bench.show(gate('beta'), { token })
    await waitFor(() => expect(onDenied).toHaveBeenCalledTimes(1))
    again(gate('made-up'), { token })
    await waitFor(() => expect(onDenied).toHaveBeenCalledTimes(2))
    expect(onDenied.mock.calls).toEqual([['no_entitlement'], ['no_entitlement']])
  })
})
