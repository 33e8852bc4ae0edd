import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pages, startPages } from './harness/startPages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await startPages()
})
afterAll(() => pages?.stop())

const RETURN_URL = 'https://app.example/account'

const openPortal = async (session: object = {}): Promise<Page> =>
  pages.open(await pages.portalUrl('cus_lumen', session))
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const shows = (page: Page, name: string, text: string | RegExp) =>
  card(page, name).getByText(text).first().waitFor()
const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

describe('the portal', () => {
  it('shows every view of a customer, and keeps the session after a reload', async () => {
    const page = await openPortal({ returnUrl: RETURN_URL })
    await heading(page, 'Overview').waitFor()
    expect(page.url()).toBe(`${pages.app.url}/portal`)
    await shows(page, 'Your plan', 'Pro, monthly')
    await page.getByText('hello@lumen.example').waitFor()
    expect(await page.getByRole('link', { name: 'Back to Acme' }).getAttribute('href')).toBe(
      RETURN_URL,
    )

    const views: [name: string, path: string, content: () => Promise<unknown>][] = [
      ['Credits', 'credits', () => shows(page, 'Image credits', '582')],
      ['Plan', 'plan', () => page.getByRole('button', { name: 'Switch to Scale' }).waitFor()],
      ['Usage', 'usage', () => shows(page, 'Usage this period', /of 10,000/)],
      [
        'Payment methods',
        'payment-methods',
        () => shows(page, 'Payment methods', 'Visa ending in 4242'),
      ],
      ['Invoices', 'invoices', () => shows(page, 'Invoices', 'INV-000001')],
    ]
    for (const [name, path, content] of views) {
      await page.getByRole('navigation').getByRole('link', { name }).click()
      await content()
      expect(new URL(page.url()).pathname).toBe(`/portal/${path}`)
      expect(await page.title()).toBe(`${name} · Acme`)
      expect(await focusedText(page)).toBe(name)
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe(
        'page',
      )
    }

    await page.reload()
    await heading(page, 'Invoices').waitFor()
    await shows(page, 'Invoices', 'INV-000001')
    await page.goBack()
    await heading(page, 'Payment methods').waitFor()
    await page.close()
  })

  it('downloads an invoice as a PDF', async () => {
    const page = await openPortal()
    await page.getByRole('link', { name: 'Invoices' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card(page, 'Invoices').getByRole('button', { name: /PDF/ }).first().click(),
    ])
    const file = await readFile(await download.path())
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    await page.close()
  })

  it('works with the keyboard alone', async () => {
    const page = await openPortal()
    await heading(page, 'Overview').waitFor()
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Plan').waitFor()
    expect(await focusedText(page)).toBe('Plan')
    await page.close()
  })

  it('links back to the merchant after the link has expired, but never to an unsafe URL', async () => {
    const { url } = pages.app
    const pageWithoutToken = await pages.open(`${url}/portal/credits`)
    await heading(pageWithoutToken, 'This link is incomplete').waitFor()
    expect(await pageWithoutToken.getByRole('link').count()).toBe(0)

    const address = await pages.portalUrl('cus_lumen', {
      expiresInSeconds: 60,
      returnUrl: RETURN_URL,
    })
    const page = await pages.open(address)
    await page.getByRole('link', { name: 'Payment methods' }).click()
    await shows(page, 'Payment methods', 'Visa ending in 4242')
    pages.app.clock.advance({ minutes: 2 })
    // This view is already loaded. The server rejects the requests of the next view.
    await page.getByRole('link', { name: 'Invoices' }).click()
    await heading(page, 'Your session has ended').waitFor()
    const link = page.getByRole('link', { name: 'Go back to Acme' })
    expect(await link.getAttribute('href')).toBe(RETURN_URL)

    // Opens an invalid link and then a valid one in the same tab.
    await page.goto(`${url}/portal/invoices#token=x&returnUrl=javascript:alert(1)`)
    await link.waitFor({ state: 'detached' })
    await heading(page, 'Your session has ended').waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
    const { hash } = new URL(await pages.portalUrl('cus_lumen'))
    await page.goto(`${url}/portal/invoices${hash}`)
    await shows(page, 'Invoices', 'INV-000001')
    await Promise.all([pageWithoutToken.close(), page.close()])
  })
})
