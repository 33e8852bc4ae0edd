import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGraveViolations } from '../../server/test/harness/browser/findGraveViolations.ts'
import { runsAll } from '../../server/test/harness/runsAll.ts'
import { type Pages, startPages } from './harness/startPages.ts'

const SUCCESS_URL = 'https://app.example/thanks'
/** The "good" limit for cumulative layout shift; see web.dev/cls. */
const MAX_LAYOUT_SHIFT = 0.1

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
    const measured = { shift: 0 }
    Object.assign(globalThis, { measured })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as LayoutShift
        if (!hadRecentInput) measured.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
})
afterAll(() => pages?.stop())

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}

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

/** Waits until the page has loaded all of its data. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

const SCHEMES = ['light', 'dark'] as const

describe.each([
  ['light', 1_280],
  ['dark', 390],
] as const)('in the %s scheme at %d pixels', (scheme, width) => {
  it.each(NAMES)('%s is accessible, fits the screen and has a stable layout', async (name) => {
    const page = await pages.context.newPage()
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(addresses[name])
    await waitUntilLoaded(page)
    const { shift, content, screen } = await page.evaluate(() => ({
      shift: (globalThis as unknown as { measured: { shift: number } }).measured.shift,
      content: document.documentElement.scrollWidth,
      screen: innerWidth,
    }))
    expect(shift).toBeLessThan(MAX_LAYOUT_SHIFT)
    expect(content).toBeLessThanOrEqual(screen)
    // The gallery checks every component in both schemes, so one scheme per page is enough here.
    const isChecked = runsAll || NAMES.indexOf(name) % 2 === SCHEMES.indexOf(scheme)
    if (isChecked) expect(await findGraveViolations(page)).toEqual([])
    await page.close()
  })
})
