import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PurserTheme, SubscriptionCard, UsageMeter } from '../../src/components/index.ts'
import { PurserProvider } from '../../src/index.ts'
import { Gallery } from '../gallery/Gallery.tsx'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'

let bench: PortalBench
let token: string
beforeAll(async () => {
  bench = await startPortalBench()
  token = await bench.signUp('jane', { planId: 'pro' })
  await bench.app.ok('updateOrganization', { body: { branding: { accentColor: '#facc15' } } })
  const events = [{ customerId: 'jane', eventName: 'render', quantity: 1.5 }]
  await bench.app.ok('trackUsage', { body: { events } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const themeOf = (container: Element) => container.querySelector<HTMLElement>('.purser-theme')
const fillOf = (container: Element) =>
  themeOf(container)?.style.getPropertyValue('--purser-accent-fill-light')

describe('PurserTheme', () => {
  it("takes the accent from the merchant's branding, and makes it readable", async () => {
    const { container } = bench.show(<PurserTheme className="mine" />, { token })
    expect(fillOf(container)).toBe('')
    await waitFor(() => expect(fillOf(container)).toBe('#facc15'))
    const { style, className, dataset } = themeOf(container) ?? {}
    expect(style?.getPropertyValue('--purser-accent-on-fill-light')).toBe('#000000')
    expect(style?.getPropertyValue('--purser-accent-text-light')).not.toBe('#facc15')
    expect(className).toBe('purser purser-theme mine')
    expect(dataset?.scheme).toBe('auto')
  })

  it('uses the given accent without reading the branding', () => {
    const { container, again } = bench.show(<PurserTheme accent="#0f766e" scheme="dark" />, {
      token,
    })
    expect(fillOf(container)).toBe('#0f766e')
    expect(themeOf(container)?.dataset.scheme).toBe('dark')
    again(<PurserTheme accent="teal" />, { token })
    expect(fillOf(container)).toBe('')
    expect(bench.asked(/branding/)).toEqual([])
  })

  it('uses the given texts and locale, and lets an inner theme override them', async () => {
    bench.show(
      <PurserTheme accent="#000" locale="de-DE" words={{ subscriptions: { title: 'Ihr Tarif' } }}>
        <SubscriptionCard />
        <PurserTheme accent="#000" words={{ usage: { used: (used) => `${used} verbraucht` } }}>
          <UsageMeter metricId="renders" />
        </PurserTheme>
      </PurserTheme>,
      { token, locale: 'fr-FR' },
    )
    expect(screen.getByRole('region', { name: 'Ihr Tarif' })).toBeTruthy()
    expect(await screen.findByText('Renews on 15.02.2026.')).toBeTruthy()
    expect((await screen.findAllByText('1,5 verbraucht')).length).toBeGreaterThan(0)
  })

  it('uses the locale of the provider without a theme, and otherwise that of the browser', async () => {
    const { again } = bench.show(<SubscriptionCard />, { token, locale: 'en-GB' })
    expect(await screen.findByText('Renews on 15 Feb 2026.')).toBeTruthy()
    again(<SubscriptionCard />, { token })
    expect(await screen.findByText('Renews on Feb 15, 2026.')).toBeTruthy()
  })
})

it('all components render a loading state on a server without requests, and hydrate', async () => {
  const page = (
    <PurserProvider baseUrl={bench.app.url} fetch={bench.fetch} token={token}>
      <Gallery
        baseUrl={bench.app.url}
        token={token}
        newcomerToken={token}
        invoiceId="inv_none"
        checkout={{ token, sessionId: 'chk_none' }}
      />
    </PurserProvider>
  )
  const document_ = globalThis.document
  for (const name of ['window', 'document', 'localStorage', 'navigator']) {
    vi.stubGlobal(name, undefined)
  }
  const html = renderToString(page)
  vi.unstubAllGlobals()
  expect(html).toContain('aria-busy="true"')
  expect(bench.requests).toEqual([])

  const errors: unknown[] = []
  const log = vi.spyOn(console, 'error').mockImplementation((...args) => errors.push(args))
  const container = document_.body.appendChild(document_.createElement('div'))
  container.innerHTML = html
  const heading = container.querySelector('h1')
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
  )
  await waitFor(() => expect(container.textContent).toContain('pro Active'))
  expect(container.querySelector('h1')).toBe(heading)
  expect(errors).toEqual([])
  log.mockRestore()
  await act(async () => root.unmount())
  container.remove()
})
