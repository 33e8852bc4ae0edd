import { readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Purser } from '@purser/node'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { parseCatalogFile } from '../../../packages/server/src/bin/commands/catalogFile.ts'
import { startWorkingApp } from '../../../packages/server/test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../../packages/server/test/harness/app/testApp.ts'
import { createCardForm } from '../../../packages/server/test/harness/browser/cardForm.ts'
import { findGraveViolations } from '../../../packages/server/test/harness/browser/findGraveViolations.ts'
import { openBrowser } from '../../../packages/server/test/harness/browser/openBrowser.ts'
import { temporaryDirectory } from '../../../packages/server/test/harness/temporaryDirectory.ts'
import { createPixelmill } from '../server/createPixelmill.ts'

// The tests are the steps of one customer's journey. They run in order, in one browser tab.

const CARD_WITH_CHALLENGE = '4000002760003184'
const GOOD_CARD = '4242424242424242'
const example = resolve(import.meta.dirname, '..')
const demoCatalog = join(example, '../../packages/server/demo/catalog.yaml')

let app: TestApp
let pages: string
let pixelmill: Server
let browser: { context: BrowserContext; close(): Promise<void> }
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  pages = await temporaryDirectory('pixelmill-')
  const built = build({
    configFile: join(example, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: pages },
  })
  app = await startWorkingApp()
  await app.ok('putCatalog', { body: parseCatalogFile(await readFile(demoCatalog, 'utf8')) })
  // The tour in docs/start/http.md creates a second product.
  await app.ok('createProduct', { body: { name: 'Pixelmill Video' } })
  await built
  const purser = new Purser({ apiKey: app.sandbox.keys.full, baseUrl: app.url })
  pixelmill = createServer(createPixelmill({ purser, purserUrl: app.url, pages }))
  pixelmill.listen(0, '127.0.0.1')
  // Customers see dialogs fade in, so this journey runs with motion.
  browser = await openBrowser({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
  })
  page = await browser.context.newPage()
  page.on('pageerror', (error) => pageErrors.push(error.message))
})
afterAll(async () => {
  await browser?.close()
  pixelmill?.closeAllConnections()
  pixelmill?.close()
  await app?.stop()
  await rm(pages, { recursive: true, force: true })
})
afterEach(() => {
  expect(pageErrors).toEqual([])
})

const button = (name: string | RegExp, at: Page | Locator = page) =>
  at.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const waitForBalance = (credits: string) =>
  page.locator('header .balance').getByText(`${credits} credits`, { exact: true }).waitFor()

/** Opens the provider's card form, which is in a frame. */
async function openForm() {
  const frame = await dialog().locator('iframe').elementHandle()
  const content = await frame?.contentFrame()
  if (!content) throw new Error('The dialog has no card form.')
  return createCardForm(content)
}

async function order(model: string, images: number, tab: Page = page): Promise<void> {
  await button('Studio', tab).click()
  await tab.getByLabel('Model').selectOption(model)
  await tab.getByRole('combobox', { name: 'Images' }).selectOption(String(images))
}

it('a customer subscribes to a plan with a card that needs a bank challenge', async () => {
  const { port } = pixelmill.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}`)
  await page.getByLabel('Email').fill('grace@example.com')
  await button('Sign in').click()
  await button('Get credits').click()
  await page.getByRole('radio', { name: /Yearly/ }).check()
  await button(/Pro, yearly|Get Pro/).click()
  await button('Pay $290.00', dialog()).waitFor()
  expect(await findGraveViolations(page)).toEqual([])
  await button('Pay $290.00', dialog()).click()
  const form = await openForm()
  await form.fillIn(CARD_WITH_CHALLENGE)
  await form.button('Pay $290.00').click()
  await form.button('Approve').click()
  await dialog().getByText('You paid $290.00. Thank you.').waitFor()
  await button('Done', dialog()).click()
  await waitForBalance('1,000')
})

it('a customer spends all credits and then sees the gate', async () => {
  await order('ultra', 40)
  await button('Draw for 500 credits').click()
  await waitForBalance('500')
  await button('Draw for 500 credits').click()
  await waitForBalance('0')
  await page.getByText('You need 500 credits for this.').waitFor()
  expect(await button(/^Draw/).count()).toBe(0)
  expect(await page.getByRole('img').count()).toBe(80)
})

it('a customer tops up and passes the gate', async () => {
  await button('Get credits').click()
  await button('Buy 500 images').click()
  await button('Pay $10.00', dialog()).click()
  // The saved card needs a bank challenge for this payment too.
  const form = await openForm()
  await form.button('Continue to the bank').click()
  await form.button('Approve').click()
  await dialog().getByText('You paid $10.00. Thank you.').waitFor()
  await button('Done', dialog()).click()
  await waitForBalance('500')
  await order('ultra', 12)
  await button('Draw for 150 credits').click()
  await waitForBalance('350')
})

it('a customer replaces the card that pays for the plan', async () => {
  await button('Billing').click()
  await button('Remove Visa ending in 3184').click()
  await button('Remove', dialog()).click()
  await dialog().getByText('Your subscription to Pro, yearly').waitFor()
  await button('Add a card', dialog()).click()
  const form = await openForm()
  await form.fillIn(GOOD_CARD)
  await form.button('Save card').click()
  await page.getByText('Your card is saved.').waitFor()
  await button('Done').click()
  await button('Replace and remove').click()
  await page.getByText(/Visa ending in 4242 replaced/).waitFor()
})

it('a customer sees an automatic top-up', async () => {
  await button('Auto-top-up for Image credits').click()
  await dialog().getByLabel('When the balance falls to').fill('300')
  await dialog().getByLabel('Package to buy').selectOption({ label: '500 images, $10.00' })
  await button('Turn on', dialog()).click()
  await dialog().getByText('Saved.').waitFor()
  await button('Close', dialog()).click()
  // Draws in another tab while this tab shows the wallet.
  const otherTab = await browser.context.newPage()
  await otherTab.goto(page.url())
  await order('ultra', 4, otherTab)
  await button('Draw for 50 credits', otherTab).click()
  await page.getByText('Top-up received: 500.').waitFor()
  await waitForBalance('800')
})
