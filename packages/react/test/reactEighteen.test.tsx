import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bundleApp } from './bundle/bundleApp.ts'
import type * as App from './bundle/reactEighteenApp.tsx'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
let app: typeof App
const folder = mkdtempSync(join(tmpdir(), 'purser-react-18-'))

beforeAll(async () => {
  bench = await startPortalBench()
  const { code } = await bundleApp({
    source: "export * from './reactEighteenApp.tsx'",
    external: [],
    alias: { react: 'react18', 'react-dom': 'react-dom18' },
    minify: false,
    mode: 'development',
  })
  const file = join(folder, 'app.mjs')
  writeFileSync(file, code)
  app = await import(pathToFileURL(file).href)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await bench.stop()
})

it('React 18 runs the provider, a read, a write and gates like React 19', async () => {
  const log = vi.spyOn(console, 'error')
  const onDenied = vi.fn()
  const token = vi.fn(() => bench.tokenOf('jane'))
  await bench.signUp('jane', { planId: 'pro' })
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = app.mount(container, {
    baseUrl: bench.app.url,
    fetch: bench.fetch,
    token,
    onDenied,
  })
  const shows = (html: string) =>
    vi.waitFor(() => expect(container.innerHTML).toBe(`<h1>18.3.1</h1>${html}`), {
      timeout: 60_000,
      interval: 20,
    })
  await shows('<output>loading</output><button type="button"></button>')
  await shows('<output>20</output><button type="button"></button><b>export</b><i>no beta</i>')
  expect(onDenied.mock.calls).toEqual([['no_entitlement']])
  container.querySelector('button')?.click()
  await shows(
    '<output>700,20</output><button type="button">charged_inline</button><b>export</b><i>no beta</i>',
  )
  expect(token).toHaveBeenCalledTimes(1)
  expect(bench.asked(/topups/)).toHaveLength(1)
  expect(bench.asked(/entitlements/)).toHaveLength(2)
  expect(onDenied).toHaveBeenCalledTimes(1)
  expect(log.mock.calls).toEqual([])
  unmount()
  container.remove()
  log.mockRestore()
})

it('React 18 shows every component', async () => {
  const log = vi.spyOn(console, 'error')
  const token = await bench.signUp('kim', { planId: 'pro' })
  const container = document.body.appendChild(document.createElement('div'))
  const baseUrl = bench.app.url
  const newcomerToken = await bench.signUp('new')
  const checkout = { token, sessionId: 'chk_none' }
  const unmount = app.mountGallery(container, {
    baseUrl,
    token,
    newcomerToken,
    invoiceId: '',
    checkout,
  })
  await vi.waitFor(
    () => {
      expect(container.textContent).toContain('pro Active')
      expect(container.textContent).toContain('You have no plan yet.')
    },
    { timeout: 60_000, interval: 20 },
  )
  expect(log.mock.calls).toEqual([])
  unmount()
  container.remove()
  log.mockRestore()
})
