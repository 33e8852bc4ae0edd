import { act, cleanup, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  CreditGate,
  FeatureGate,
  PurserProvider,
  useCreditAccounts,
  useCustomer,
  usePricing,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane', { planId: 'pro' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

function Page() {
  const { accounts, isLoading, error } = useCreditAccounts()
  const { customer } = useCustomer()
  const { pricing } = usePricing()
  return (
    <main>
      <p>{isLoading ? 'loading' : (error?.message ?? accounts.map(({ balance }) => balance))}</p>
      <p>{customer?.id ?? 'who?'}</p>
      <p>{pricing?.product.name ?? 'what?'}</p>
      <FeatureGate featureSlug="export" loading={<i>wait</i>} fallback={<b>no</b>}>
        <b>export</b>
      </FeatureGate>
      <CreditGate slug="pictures" loadingComponent={<i>wait</i>}>
        <b>pictures</b>
      </CreditGate>
    </main>
  )
}

it.each(['string', 'getter'])(
  'a page renders a loading state on a server without requests, and hydrates: %s',
  async (kind) => {
    const getToken = vi.fn(() => bench.tokenOf('jane'))
    const token = kind === 'getter' ? getToken : await bench.tokenOf('jane')
    const page = (
      <StrictMode>
        <PurserProvider baseUrl={bench.app.url} token={token} fetch={bench.fetch}>
          <Page />
        </PurserProvider>
      </StrictMode>
    )
    const document_ = globalThis.document
    for (const name of ['window', 'document', 'localStorage', 'navigator']) {
      vi.stubGlobal(name, undefined)
    }
    const html = renderToString(page)
    vi.unstubAllGlobals()
    expect(html).toBe('<main><p>loading</p><p>who?</p><p>what?</p><i>wait</i><i>wait</i></main>')
    expect(bench.requests).toEqual([])
    expect(getToken).not.toHaveBeenCalled()

    const errors: unknown[] = []
    const log = vi.spyOn(console, 'error').mockImplementation((...args) => errors.push(args))
    const container = document_.body.appendChild(document_.createElement('div'))
    container.innerHTML = html
    const paragraph = container.querySelector('p')
    const root = await act(async () =>
      hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
    )
    await waitFor(() =>
      expect(container.innerHTML).toBe(
        '<main><p>20</p><p>jane</p><p>Studio</p><b>export</b><b>pictures</b></main>',
      ),
    )
    expect(container.querySelector('p')).toBe(paragraph)
    expect(errors).toEqual([])
    log.mockRestore()
    await act(async () => root.unmount())
    container.remove()
  },
)
