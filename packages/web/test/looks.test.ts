import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGraveViolations } from '../../server/test/harness/browser/findGraveViolations.ts'
import { runsAll } from '../../server/test/harness/runsAll.ts'
import { type Pages, startPages } from './harness/startPages.ts'

const SUCCESS_URL = 'https://app.example/thanks'
/** Beyond it people notice that a page jumps; see web.dev/cls. */
const MOST_SHIFT = 0.1

const NAMES = [
  'overview',
  'credits',
  'plan',
  'usage',
  'payment methods',
  'invoices',
  'checkout',
  'invoice',
  'pricing',
  'no link',
  'onboarding',
] as const

let pages: Pages
let addresses: Awaited<ReturnType<typeof prepareAddresses>>
beforeAll(async () => {
  pages = await startPages()
  addresses = await prepareAddresses()
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

/** An address for every page and view. */
async function prepareAddresses(): Promise<Record<(typeof NAMES)[number], string>> {
  const { app } = pages
  const portal = await pages.portalUrl('cus_lumen')
  const view = (name: string) => portal.replace('/portal#', `/portal/${name}#`)
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
  return {
    overview: portal,
    credits: view('credits'),
    plan: view('plan'),
    usage: view('usage'),
    'payment methods': view('payment-methods'),
    invoices: view('invoices'),
    checkout: checkout.url,
    invoice: invoice.url,
    pricing: `${app.url}/pricing/pixelmill?key=${app.sandbox.keys.publishable}`,
    'no link': `${app.url}/portal`,
    onboarding: `${app.url}/onboarding#key=${app.sandbox.keys.full}`,
  }
}

/** Everything is there: nothing is being read, and no frame is empty. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

const SCHEMES = ['light', 'dark'] as const

describe.each([
  ['light', 1_280],
  ['dark', 390],
] as const)('in %s at %d', (scheme, width) => {
  it.each(NAMES)('%s can be read and used, and does not jump', async (name) => {
    const page = await pages.context.newPage()
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto(addresses[name])
    await settle(page)
    const { shift, content, screen } = await page.evaluate(() => ({
      shift: (globalThis as unknown as { seen: { shift: number } }).seen.shift,
      content: document.documentElement.scrollWidth,
      screen: innerWidth,
    }))
    expect(shift).toBeLessThan(MOST_SHIFT)
    expect(content).toBeLessThanOrEqual(screen)
    // The components are looked at both ways in their gallery, so that one way is enough for a page.
    const isLookedAt = runsAll || NAMES.indexOf(name) % 2 === SCHEMES.indexOf(scheme)
    if (isLookedAt) expect(await findGraveViolations(page)).toEqual([])
    await page.close()
  })
})
