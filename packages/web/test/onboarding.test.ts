import { execFileSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../server/src/modules/onboarding/testing/startSite.ts'
import { startWorkingApp } from '../../server/test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../server/test/harness/app/testApp.ts'
import { findGraveViolations } from '../../server/test/harness/browser/findGraveViolations.ts'
import { openBrowser } from '../../server/test/harness/browser/openBrowser.ts'
import { repository } from '../../server/test/harness/process/purserProcess.ts'

let app: TestApp
let site: Site
let browser: Awaited<ReturnType<typeof openBrowser>>
const pageErrors: string[] = []
beforeAll(async () => {
  execFileSync(process.execPath, [join(repository, 'scripts/ensureWeb.mjs')])
  app = await startWorkingApp()
  site = await startSite({ '/pricing': inkwell(29), '/about': '<h1>About us</h1><p>We write.</p>' })
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } })
  browser.context.on('weberror', (error) => pageErrors.push(error.error().message))
  browser.context.on('console', (message) => {
    if (/Content Security Policy|Uncaught|Warning:/.test(message.text())) {
      pageErrors.push(message.text())
    }
  })
})
afterAll(async () => {
  await browser?.close()
  site?.stop()
  await app?.stop()
  expect(pageErrors).toEqual([])
})

/** The pricing page of an invented company. */
const inkwell = (pro: number, proLines = ''): string => `<!doctype html>
<html lang="en"><head><title>Pricing – Inkwell</title></head><body>
<h1>Plans for people who write</h1>
<div class="switch"><button data-cycle="monthly">Monthly</button><button data-cycle="yearly">Yearly</button></div>
<section class="plans">
  <div class="plan"><h3>Hobby</h3><p class="price">$0 <span>/ month</span></p>
    <ul><li>100 AI credits per month</li><li>3 projects</li><li>Community forum</li></ul>
    <a href="/join">Start free</a></div>
  <div class="plan"><span class="badge">Most popular</span><h3>Pro</h3>
    <p class="price">$${pro} <span>/ month</span></p><p>or $${pro * 10} per year</p>
    <ul><li>1,000 AI credits per month</li><li>50,000 API calls per month</li>
      <li>$0.002 per extra API call</li>      <li>10 projects</li><li>Priority support</li>${proLines}</ul>
    <a href="/join?plan=pro">Choose Pro</a></div>
  <div class="plan"><h3>Enterprise</h3><p class="price">Contact us</p>
    <ul><li>Everything in Pro</li><li>Single sign-on</li></ul><a href="/sales">Talk to sales</a></div>
</section></body></html>`

const open = async (path: string): Promise<Page> => {
  const page = await browser.context.newPage()
  await page.goto(`${app.url}/onboarding${path}`)
  return page
}
const openWithKey = () => open(`#key=${app.sandbox.keys.full}`)
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

async function readPricingPage(page: Page, url: string): Promise<void> {
  await page.getByLabel('Your pricing page').fill(url)
  await button(page, 'Read my pricing page').click()
}

/** Edits a value in place and saves it with the Enter key. */
async function change(page: Page, label: string, text: string): Promise<void> {
  await button(page, `Change ${label}`).click()
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

interface Catalog {
  tiers: Record<string, { name: string }>
  features: Record<string, unknown>
  plans: Record<
    string,
    {
      charges: { pricing: { amount?: number; tiers?: object[] } }[]
      entitlements: { featureSlug: string; value?: number }[]
      grantRules: { amount: number }[]
    }
  >
}
const catalog = () => app.ok<Catalog>('getCatalog')

describe('the onboarding page', () => {
  it('rejects a live key, an invalid key and a read-only key', async () => {
    const page = await open(`#key=${app.live.keys.full}`)
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.getByRole('alert').getByText('This is a live key.').waitFor()
    expect(page.url()).toBe(`${app.url}/onboarding`)
    const field = page.getByLabel('Your sandbox secret key')
    expect(await field.getAttribute('type')).toBe('password')
    await field.fill(app.live.keys.full)
    await readPricingPage(page, 'not a page')
    await page.getByText('Enter the address of a web page').waitFor()
    expect(await findGraveViolations(page)).toEqual([])
    await readPricingPage(page, site.origin)
    expect(requestedPaths.filter((path) => path.startsWith('/v1'))).toEqual([])
    await field.fill('sk_sandbox_unknown')
    await readPricingPage(page, site.origin)
    await page.getByRole('alert').getByText('This key is invalid').waitFor()
    await field.fill(app.sandbox.keys.read)
    await readPricingPage(page, site.origin)
    await page
      .getByRole('alert')
      .getByText(/may not/)
      .waitFor()
    await page.close()
  })

  it('is accessible while it waits for a run', async () => {
    const page = await openWithKey()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // The stream never starts. A held pricing page would time out before the check is done.
    const held = new Promise<Route>((resolve) => page.route('**/v1/onboarding/stream', resolve))
    await readPricingPage(page, `${site.origin}/pricing`)
    await heading(page, 'Reading your pricing page').waitFor()
    expect(await findGraveViolations(page)).toEqual([])
    // A page that closes sends the requests that are still held.
    await (await held).abort()
    await page.close()
  })

  it('reads a pricing page, lets the merchant edit the draft, and promotes it to live', async () => {
    const responses: ServerResponse[] = []
    site.answers['/pricing'] = (_request, response) => responses.push(response)
    const page = await openWithKey()
    await heading(page, 'Turn your pricing page into billing').waitFor()
    expect(page.url()).toBe(`${app.url}/onboarding`)
    await readPricingPage(page, `${site.origin}/pricing`)
    await heading(page, 'Reading your pricing page').waitFor()
    await page.getByRole('status').getByText('Fetching the page').waitFor()
    expect(await focusedText(page)).toBe('Reading your pricing page')

    // A reload during the run continues the same run.
    await page.waitForURL(/\?run=run_/)
    await page.reload()
    await page.getByRole('status').getByText('Fetching the page').waitFor()
    expect(responses).toHaveLength(1)
    for (const response of responses) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(inkwell(29))
    }
    await heading(page, 'Review your catalog').waitFor()
    expect(await focusedText(page)).toBe('Review your catalog')
    const pro = card(page, 'Pro')
    await pro.getByText('$29.00').waitFor()
    await pro.getByText('or $290 per year').last().waitFor()
    await card(page, 'Enterprise').getByText('Price on request').waitFor()
    await page.getByText('This tier has no public price').waitFor()
    const calls = page.getByRole('listitem').filter({ hasText: 'metered, tracked by' })
    await calls.locator('q', { hasText: '50,000 API calls per month' }).waitFor()
    expect(await findGraveViolations(page)).toEqual([])

    await change(page, 'the price of “Pro, monthly”', 'a lot')
    await pro.getByRole('alert').getByText('Enter an amount such as 29.00.').waitFor()
    await page.getByLabel('the price of “Pro, monthly”').fill('90071992547409.91')
    await page.keyboard.press('Enter')
    await pro
      .getByRole('alert')
      .getByText(/charges/)
      .waitFor()
    await page.getByLabel('the price of “Pro, monthly”').fill('35.50')
    await page.keyboard.press('Enter')
    await pro.getByText('$35.50').waitFor()
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(
      'Change the price of “Pro, monthly”',
    )
    await change(page, 'API calls in “Pro”', '60,000')
    await pro.getByText('60,000 per month').waitFor()
    await change(page, 'AI credits in “Pro”', '1500')
    await pro.getByText('1,500 each month').waitFor()
    await change(page, 'the name of the tier “Pro”', 'Professional')
    await card(page, 'Professional').waitFor()
    await button(page, 'Remove the feature “Community forum”').click()
    await button(page, 'Remove').click()
    await page.getByText('Community forum').first().waitFor({ state: 'detached' })
    await button(page, 'Remove the tier “Enterprise”').click()
    await button(page, 'Remove').click()
    await card(page, 'Enterprise').waitFor({ state: 'detached' })
    const { plans, tiers, features } = await catalog()
    expect(tiers).toMatchObject({ 'inkwell-pro': { name: 'Professional' } })
    expect(tiers).not.toHaveProperty('inkwell-enterprise')
    expect(features).not.toHaveProperty('community-forum')
    expect(JSON.stringify(plans)).not.toContain('community-forum')
    expect(plans['inkwell-pro-monthly']).toMatchObject({
      // The charge for usage beyond the quota follows the quota.
      charges: [{ pricing: { amount: 3550 } }, { pricing: { tiers: [{ upTo: 60_000 }, {}] } }],
      grantRules: [{ amount: 1500 }],
    })
    for (const plan of ['inkwell-pro-monthly', 'inkwell-pro-yearly']) {
      expect(plans[plan]?.entitlements).toContainEqual(
        expect.objectContaining({ featureSlug: 'api-calls', value: 60_000 }),
      )
    }

    await button(page, 'See what will go live').click()
    const dialog = page.getByRole('dialog', { name: 'What will go live' })
    await dialog.getByText('Pro, monthly ($35.50 per month)').waitFor()
    expect(await findGraveViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focusedText(page)).toBe('See what will go live')
    await page.keyboard.press('Enter')
    await button(page, 'Go live').click()
    await heading(page, 'Your catalog is live').waitFor()
    expect(await focusedText(page)).toBe('Your catalog is live')
    await page.getByText(`${app.url}/pricing/inkwell?key=pk_live_…`).waitFor()
    expect(await findGraveViolations(page)).toEqual([])
    const prices = await browser.context.newPage()
    await prices.goto(`${app.url}/pricing/inkwell?key=${app.live.keys.publishable}`)
    await prices.getByText('$35.50').first().waitFor()
    await prices.getByText('Professional').first().waitFor()

    await button(page, 'Back to review').click()
    await button(page, 'See what will go live').click()
    await page.getByText('There is nothing to promote').waitFor()
    await Promise.all([page.close(), prices.close()])
  })

  it('explains why a page cannot be used, and resumes a broken stream', async () => {
    site.answers['/pricing'] = inkwell(29)
    const page = await openWithKey()
    await readPricingPage(page, `${site.origin}/nowhere`)
    await heading(page, 'We could not use this page').waitFor()
    await page.getByRole('alert').getByText(/404/).waitFor()
    await readPricingPage(page, `${site.origin}/about`)
    await page
      .getByRole('alert')
      .getByText(/No plans or prices/)
      .waitFor()
    expect(await findGraveViolations(page)).toEqual([])

    const resumeQueries: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/stream')) {
        resumeQueries.push(new URL(request.url()).search)
      }
    })
    await page.route('**/v1/onboarding/stream', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({ response, body: body.slice(0, body.indexOf('id: 9\n') + 20) })
    })
    await readPricingPage(page, `${site.origin}/pricing`)
    await heading(page, 'Review your catalog').waitFor()
    expect(resumeQueries).toEqual(['?after=8'])
    await page.getByText('Nothing new was drafted').waitFor()
    await card(page, 'Professional').getByText('$35.50').waitFor()
    await page.goBack()
    await heading(page, 'We could not use this page').waitFor()
    await page.close()
  })

  it('shows the changes of a page that was read before, and applies them on request', async () => {
    site.answers['/pricing'] = inkwell(39, '<li>Style guide</li>')
    const page = await openWithKey()
    await readPricingPage(page, `${site.origin}/pricing`)
    const changes = page.getByRole('region', { name: 'Your page has changed' })
    await changes.getByText('Changed plan Pro, monthly').waitFor()
    await changes.getByText('$39.00').waitFor()
    expect(await findGraveViolations(page)).toEqual([])
    await button(page, 'Apply changes').click()
    await changes.getByText('Your sandbox catalog now has these changes.').waitFor()
    await card(page, 'Professional').getByText('$39.00').waitFor()
    expect((await catalog()).plans['inkwell-pro-monthly']).toMatchObject({
      charges: [{ pricing: { amount: 3900 } }, {}],
    })

    // Another tab has no key. It opens the same run after the merchant enters the key.
    const other = await open(new URL(page.url()).search)
    await heading(other, 'Enter your key').waitFor()
    await other.getByLabel('Your sandbox secret key').fill('sk_sandbox_unknown')
    await button(other, 'Continue').click()
    await other.getByRole('alert').getByText('This key is invalid').waitFor()
    await other.getByLabel('Your sandbox secret key').fill(app.sandbox.keys.full)
    await button(other, 'Continue').click()
    await heading(other, 'Review your catalog').waitFor()
    await card(other, 'Professional').getByText('$39.00').waitFor()
    expect(await changes.count()).toBe(1)
    expect(await other.getByText('Your page has changed').count()).toBe(0)
    await button(other, 'Forget key').click()
    await heading(other, 'Enter your key').waitFor()

    // Another merchant cannot open the run, but can start a new one.
    const stranger = await open(`${new URL(page.url()).search}#key=${app.other.sandbox.keys.full}`)
    await stranger.getByRole('alert').getByText(/run_/).waitFor()
    await button(stranger, 'Read another page').click()
    await heading(stranger, 'Turn your pricing page into billing').waitFor()
    await stranger.close()
    await Promise.all([page.close(), other.close()])
  })
})
