import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pages, startPages } from './harness/startPages.ts'

const SUCCESS_URL = 'https://app.example/thanks'
/** Beyond it people notice that a page jumps; see web.dev/cls. */
const MOST_SHIFT = 0.1

let pages: Pages
beforeAll(async () => {
  pages = await startPages()
  await pages.context.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as LayoutShift
        if (!hadRecentInput) seen.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
})
afterAll(() => pages?.stop())

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}

/** Every page and view, by an address that opens it. */
async function addresses(): Promise<[name: string, url: string][]> {
  const { app } = pages
  const portal = await pages.portalUrl('cus_lumen')
  const views = ['', '/credits', '/plan', '/usage', '/payment-methods', '/invoices']
  const checkout = await app.ok<{ url: string }>('createCheckoutSession', {
    body: {
      purpose: 'credit_package',
      customerId: 'cus_lumen',
      creditPackageId: 'images-2500',
      successUrl: SUCCESS_URL,
    },
  })
  const { data } = await app.ok<{ data: { id: string }[] }>('listInvoices', {
    query: { customerId: 'cus_lumen' },
  })
  const invoice = await app.ok<{ url: string }>('linkInvoice', {
    params: { id: data[0]?.id ?? '' },
    body: {},
  })
  return [
    ...views.map((view): [string, string] => [
      `portal${view}`,
      portal.replace('/portal#', `/portal${view}#`),
    ]),
    ['checkout', checkout.url],
    ['invoice', invoice.url],
    ['pricing', `${app.url}/pricing/pixelmill?key=${app.sandbox.keys.publishable}`],
    ['no link', `${app.url}/portal`],
  ]
}

/** Everything is there: nothing is being read, and no frame is empty. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

async function findGraveViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
}

describe('every page', () => {
  it.each([
    ['light', 1_280],
    ['dark', 390],
  ] as const)('can be read and used in %s at %d, and does not jump', async (scheme, width) => {
    for (const [name, url] of await addresses()) {
      const page = await pages.context.newPage()
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.goto(url)
      await settle(page)
      const { shift, content, screen } = await page.evaluate(() => ({
        shift: (globalThis as unknown as { seen: { shift: number } }).seen.shift,
        content: document.documentElement.scrollWidth,
        screen: innerWidth,
      }))
      expect(shift, `${name} jumps`).toBeLessThan(MOST_SHIFT)
      expect(content, `${name} is too wide`).toBeLessThanOrEqual(screen)
      expect(await findGraveViolations(page), name).toEqual([])
      await page.close()
    }
  })
})
