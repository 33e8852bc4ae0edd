import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorkingApp } from '../../server/test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../server/test/harness/app/testApp.ts'
import { createCardForm } from '../../server/test/harness/browser/cardForm.ts'
import { openBrowser } from '../../server/test/harness/browser/openBrowser.ts'
import {
  type PageServer,
  startPageServer,
} from '../../server/test/harness/browser/startPageServer.ts'
import { bundleApp } from './bundle/bundleApp.ts'
import { readStyles } from './gallery/readStyles.ts'
import { studioCatalog } from './harness/studioCatalog.ts'

let app: TestApp
let merchant: PageServer
let browser: { context: BrowserContext; close(): Promise<void> }
beforeAll(async () => {
  app = await startWorkingApp()
  for (const [operation, body] of studioCatalog) await app.ok(operation, { body })
  merchant = await startPageServer()
  browser = await openBrowser({ viewport: { width: 900, height: 1_000 }, colorScheme: 'light' })
})
afterAll(async () => {
  await browser?.close()
  merchant?.stop()
  await app?.stop()
})

/** A merchant's page on another origin, dark regardless of the customer's system. */
async function openPage(customerId: string): Promise<Page> {
  const { token } = await app.ok<{ token: string }>('createPortalSession', { body: { customerId } })
  const { code } = await bundleApp({
    source: `
      import { createRoot } from 'react-dom/client'
      import { PurserProvider } from '../../src/index.ts'
      import { PaymentMethodManager, PurserTheme, WalletCard } from '../../src/components/index.ts'
      createRoot(document.getElementById('root')).render(
        <PurserProvider baseUrl="${app.url}" token="${token}" locale="en-US">
          <PurserTheme scheme="dark">
            <PaymentMethodManager />
            <WalletCard creditCurrencyId="prepaid" />
          </PurserTheme>
        </PurserProvider>
      )
    `,
    external: [],
  })
  merchant.show(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <style>${readStyles()}</style></head><body><div id="root"></div>
    <script type="module">${code.replaceAll('</script', '<\\/script')}</script></body></html>`)
  const page = await browser.context.newPage()
  await page.goto(merchant.origin)
  return page
}

/** The card form in the page, wherever the bank redirects it. */
async function formIn(dialog: Locator) {
  const element = await dialog.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('The page has no card form.')
  return { frame, form: createCardForm(frame) }
}

it('a card in use is replaced by one that needs a bank challenge, after another was declined', async () => {
  const customerId = 'ada'
  await app.ok('putCustomer', { params: { customerId }, body: { currency: 'usd' } })
  await app.ok('attachSandboxPaymentMethod', { body: { customerId, behaviour: 'success' } })
  await app.ok('createSubscription', { body: { customerId, planId: 'pro' } })
  const page = await openPage(customerId)
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const replacing = page.getByRole('dialog', { name: 'This card is in use' })
  await replacing.getByText('Your subscription to pro').waitFor()
  await replacing.getByRole('button', { name: 'Add a card' }).click()

  const adding = page.getByRole('dialog', { name: 'Add a card' })
  const { frame, form } = await formIn(adding)
  await form.fillIn('4000 0000 0000 0002')
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  )
  await form.button('Save card').click()
  await frame.getByRole('alert').getByText('declined').waitFor()
  for (const answer of ['Fail', 'Approve']) {
    await form.fillIn('4000 0025 0000 3155')
    await form.button('Save card').click()
    await form.heading('Confirm this card')
    expect(frame.url()).toContain('scheme=dark')
    await form.button(answer).click()
    if (answer === 'Fail') await form.button('Save card').waitFor()
  }
  await adding.getByText('Your card is saved.').waitFor()
  await adding.getByRole('button', { name: 'Done' }).click()
  await replacing.getByRole('radio', { name: 'Visa ending in 3155', checked: true }).waitFor()
  await replacing.getByRole('button', { name: 'Replace and remove' }).click()
  await page.getByText('Visa ending in 3155 replaced Visa ending in 4242.').waitFor()
  await page
    .getByRole('button', { name: 'Remove Visa ending in 4242' })
    .waitFor({ state: 'detached' })
  expect(await page.getByRole('listitem').count()).toBe(1)
  await page.close()
})

it('a top-up without a card is paid in the form, and the wallet updates automatically', async () => {
  await app.ok('putCustomer', { params: { customerId: 'bob' }, body: { currency: 'usd' } })
  const page = await openPage('bob')
  await page.getByRole('button', { name: 'Top up Prepaid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Top up Prepaid' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.34')
  await dialog.getByRole('button', { name: 'Pay $12.34' }).dblclick()
  const { frame, form } = await formIn(dialog)
  await form.fillIn('4000 0000 0000 9995')
  await form.button('Pay $12.34').click()
  await frame.getByRole('alert').getByText('insufficient funds').waitFor()
  await form.fillIn('4242 4242 4242 4242')
  await form.button('Pay $12.34').click()
  await dialog.getByText('You paid $12.34. Thank you.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Top-up received: $12.34.').waitFor()
  await page.getByText('Visa ending in 4242').waitFor()
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(focused).toBe('Top up Prepaid')
  const { data } = await app.ok<{ data: unknown[] }>('listPayments', {
    query: { customerId: 'bob' },
  })
  expect(data).toHaveLength(1)
  await page.close()
})
