import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCards } from '../../src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { startWorkingApp } from '../harness/app/startWorkingApp.ts'
import type { TestApp } from '../harness/app/testApp.ts'
import { type CardForm, createCardForm } from '../harness/browser/cardForm.ts'
import { renderMerchantPage } from '../harness/browser/merchantPage.ts'
import { openBrowser } from '../harness/browser/openBrowser.ts'
import { type PageServer, startPageServer } from '../harness/browser/startPageServer.ts'

/** A customer uses a merchant's page with the real server, the real queue and real webhooks. */
let app: TestApp
let browser: { context: BrowserContext; close(): Promise<void> }
let merchant: PageServer
beforeAll(async () => {
  app = await startWorkingApp()
  await app.ok('createCreditCurrency', {
    body: { name: 'Prepaid', slug: 'prepaid', denomination: 'usd' },
  })
  browser = await openBrowser({ viewport: { width: 1100, height: 900 } })
  merchant = await startPageServer()
})
afterAll(async () => {
  await browser?.close()
  merchant?.stop()
  await app?.stop()
})

let page: Page
let complaints: string[]
let customers = 0
let customerId: string
beforeEach(async () => {
  page = await browser.context.newPage()
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|CORS|Uncaught/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  customers += 1
  customerId = `person-${customers}`
  await app.ok('putCustomer', { params: { customerId }, body: { name: 'Jane' } })
  const { token } = await app.ok<{ token: string }>('createPortalSession', {
    body: { customerId },
  })
  merchant.show(
    renderMerchantPage({
      purserUrl: app.url,
      customerId,
      token,
      creditCurrencyId: 'prepaid',
    }),
  )
  await page.goto(merchant.origin)
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const status = (text: string) => page.getByRole('status').getByText(text).waitFor()
const balance = () => page.locator('#balance').textContent()
const cards = () => page.getByRole('listitem').allTextContents()

/** Finds the provider's form in the page once it shows the heading. */
async function frameWith(heading: string): Promise<{ frame: Frame; form: CardForm }> {
  const element = await page.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('The page has no frame for the form.')
  const form = createCardForm(frame)
  await form.heading(heading)
  return { frame, form }
}

/** Types a card as a person would, starting in the first field. */
async function typeCard(frame: Frame, number: string): Promise<void> {
  await frame.getByRole('textbox', { name: 'Card number' }).focus()
  await page.keyboard.type(number)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
}

async function addCard(number: string): Promise<void> {
  await press('Add a card')
  const { frame } = await frameWith('Save your card')
  await typeCard(frame, number)
}

/** Checks that nothing is wider than the screen. */
async function expectToFit(at: Page | Frame): Promise<void> {
  const [content, screen] = (await at.evaluate(
    'Promise.resolve([document.documentElement.scrollWidth, innerWidth])',
  )) as [number, number]
  expect(content).toBeLessThanOrEqual(screen)
}

describe("a customer on a merchant's page", () => {
  it('saves a card by keyboard, passes challenges, tops up and sees the balance rise', async () => {
    await press('Top up $10')
    await status('The customer has no payment method that can be charged.')

    await addCard(testCards.challenge_always.number)
    const atSetup = await frameWith('Confirm this card')
    await atSetup.form.button('Approve').click()
    await status('Done.')
    expect(await cards()).toEqual(['visa 3184'])
    expect(await balance()).toBe('$0.00')

    await press('Top up $10')
    await status("Confirm it's you.")
    const { form } = await frameWith("Confirm it's you")
    await form.button('Continue to the bank').click()
    const atBank = await frameWith('Confirm this payment')
    expect(await atBank.frame.locator('.facts dd').allTextContents()).toEqual([
      'Acme',
      '$10.00',
      'Visa •••• 3184',
    ])
    expect(await balance()).toBe('$0.00')
    await atBank.form.button('Approve').click()
    await status('Done.')
    expect(await balance()).toBe('$10.00')

    const { charges } = await app.ok<{ charges: { status: string; amount: number }[] }>(
      'getSandboxBook',
      { query: { customerId } },
    )
    expect(charges).toMatchObject([{ status: 'succeeded', amount: 1_000 }])
  })

  it('sees that the bank declined, is not charged and can try again', async () => {
    await addCard(testCards.challenge_always.number)
    const atSetup = await frameWith('Confirm this card')
    await atSetup.form.button('Approve').click()
    await status('Done.')
    await press('Top up $10')
    const { form } = await frameWith("Confirm it's you")
    await form.button('Continue to the bank').click()
    await form.button('Fail').click()
    await frameWith('The payment did not go through')
    await status('Your bank could not confirm that it was you.')
    expect(await balance()).toBe('$0.00')

    await press('Top up $10')
    const again = await frameWith("Confirm it's you")
    await again.form.button('Continue to the bank').click()
    await again.form.button('Approve').click()
    await status('Done.')
    expect(await balance()).toBe('$10.00')
    const { data } = await app.ok<{ data: { status: string; errorCode?: string }[] }>(
      'listTopUpAttempts',
      { query: { customerId } },
    )
    expect(data.map((attempt) => attempt.status).sort()).toEqual(['failed', 'succeeded'])
    expect(data.map(({ errorCode }) => errorCode)).toContain('authentication_failed')
  })

  it('sees what to do about a declined card and pays with another card in the same form', async () => {
    await press('Top up $10 with another card')
    const { frame, form } = await frameWith('$10.00')
    await typeCard(frame, testCards.insufficient_funds.number)
    const message = 'Your card has insufficient funds. Use another card, or try again later.'
    await frame.getByRole('alert').getByText(message).waitFor()
    await status(message)
    expect(await balance()).toBe('$0.00')
    await form.fillIn(testCards.success.number)
    await form.button('Pay $10.00').click()
    await status('Done.')
    expect(await balance()).toBe('$10.00')
    // Paying with a card also saves it, so the customer does not have to type it again.
    expect(await cards()).toEqual(['visa 4242'])
    await press('Top up $10')
    await status('Paid with your card.')
    expect(await balance()).toBe('$20.00')
  })

  it("saves a card on the provider's page and returns to the merchant", async () => {
    await press('Add a card on the next page')
    await page.waitForURL(`${app.url}/sandbox/form#*`)
    const form = createCardForm(page)
    await form.heading('Save your card')
    await typeCard(page.mainFrame(), testCards.success.number)
    await form.heading('Card saved')
    await page.waitForURL(`${merchant.origin}/`)
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.waitForLoadState('networkidle')
          return cards()
        },
        { timeout: 60_000 },
      )
      .toEqual(['visa 4242'])
  })

  it.each([
    ['light desktop', { width: 1280, height: 900 }, 'light'],
    ['dark desktop', { width: 1280, height: 900 }, 'dark'],
    ['light phone', { width: 360, height: 740 }, 'light'],
    ['dark phone', { width: 360, height: 740 }, 'dark'],
  ] as const)('sees the whole form on a %s', async (_name, viewport, colorScheme) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await press('Top up $10 with another card')
    const { frame, form } = await frameWith('$10.00')
    await typeCard(frame, testCards.decline.number)
    await frame.getByRole('alert').getByText('Your card was declined.').waitFor()
    await expectToFit(page)
    await expectToFit(frame)
    const isWhole = '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(number)'
    expect(await frame.evaluate(isWhole)).toBe(true)
    // The frame is as tall as its content, so nothing scrolls within it.
    await expect
      .poll(() => frame.evaluate('document.documentElement.scrollHeight - innerHeight <= 1'), {
        timeout: 60_000,
      })
      .toBe(true)
    await form.fillIn(testCards.challenge_always.number)
    await form.button('Pay $10.00').click()
    const challenge = await frameWith('Confirm this payment')
    await expectToFit(page)
    await expectToFit(challenge.frame)
  })
})
