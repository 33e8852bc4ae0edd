import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCards } from '../../src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { NO_TEST_CARD } from '../../src/modules/payments/providers/sandbox/pages/cardEntry.core.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { type CardForm, createCardForm } from '../harness/browser/cardForm.ts'
import { findGraveViolations } from '../harness/browser/findGraveViolations.ts'
import { openBrowser } from '../harness/browser/openBrowser.ts'
import { createSandboxFormStarter, type OpenForm } from '../harness/browser/sandboxForms.ts'

let app: TestApp
let browser: { context: BrowserContext; close(): Promise<void> }
let start: ReturnType<typeof createSandboxFormStarter>
beforeAll(async () => {
  app = await startTestApp()
  start = createSandboxFormStarter(app)
  browser = await openBrowser({ viewport: { width: 1100, height: 900 } })
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

let page: Page
let form: CardForm
let submissions: { path: string; body: string }[]
let complaints: string[]
beforeEach(async () => {
  page = await browser.context.newPage()
  form = createCardForm(page)
  submissions = []
  complaints = []
  page.on('request', (request) => {
    const body = request.postData()
    if (body !== null) submissions.push({ path: new URL(request.url()).pathname, body })
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

/** Opens a form and waits for its fields. */
async function open<T extends OpenForm>(starting: Promise<T>): Promise<T> {
  const openForm = await starting
  await page.goto(openForm.at)
  await form.field('Card number').waitFor()
  return openForm
}

const focused = () => page.locator(':focus').getAttribute('id')
const confirmations = () => submissions.filter(({ path }) => path === '/sandbox/intents/confirm')

describe('the card form and its challenge', () => {
  it.each(['light', 'dark'] as const)(
    'have no serious accessibility problem in a %s color scheme',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme })
      await open(start.setup())
      expect(await findGraveViolations(page)).toEqual([])
      await form.button('Save card').click()
      await page.getByRole('alert').first().waitFor()
      expect(await findGraveViolations(page)).toEqual([])
      await form.fillIn(testCards.challenge_always.number)
      await form.button('Save card').click()
      await form.heading('Confirm this card')
      expect(await findGraveViolations(page)).toEqual([])
    },
  )
})

describe('the card form', () => {
  it('saves a card with the keyboard only', async () => {
    const { readStatus, url, at } = await open(start.setup())
    expect(url).toBe(at)
    const { keyboard } = page
    // The first field already has the focus.
    await keyboard.type('4242424242424242')
    expect(await form.field('Card number').inputValue()).toBe('4242 4242 4242 4242')
    await keyboard.press('Tab')
    await keyboard.type('1230')
    expect(await form.field('Expiry date').inputValue()).toBe('12 / 30')
    await keyboard.press('Tab')
    await keyboard.type('123')
    await keyboard.press('Tab')
    expect(await focused()).toBe('submit')
    await keyboard.press('Enter')
    await form.heading('Card saved')
    expect(await readStatus()).toBe('succeeded')
  })

  it('neither sends nor logs the card number', async () => {
    await open(start.payment())
    await form.fillIn('4242 4242 4242 4242')
    await form.button('Pay $10.00').click()
    await form.heading('Payment received')
    const [{ body } = { body: '' }] = confirmations()
    const { clientSecret, ...card } = JSON.parse(body)
    expect(card).toEqual({
      behaviour: 'success',
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
    })
    const everything = [...submissions.map((request) => request.body), ...app.logs].join('\n')
    expect(everything.replace(/\s/g, '')).not.toContain('4242424242424242')
    expect(app.logs.join('\n')).not.toContain(clientSecret)
  })

  it('refuses a number that is not a test card and sends nothing', async () => {
    const { readStatus } = await open(start.setup())
    const before = submissions.length
    await form.fillIn('4111 1111 1111 1111')
    await form.button('Save card').click()
    await page.getByText(NO_TEST_CARD).waitFor()
    expect(await page.getByRole('alert').textContent()).toBe('Check the marked field.')
    expect(await form.field('Card number').getAttribute('aria-invalid')).toBe('true')
    expect(await focused()).toBe('number')
    // The usable cards are listed below, and clicking one fills in the form.
    await page.getByRole('button', { name: /^4242 4242 4242 4242/ }).click()
    expect(await page.getByText(NO_TEST_CARD).isVisible()).toBe(false)
    expect(submissions.length).toBe(before)
    await form.button('Save card').click()
    await form.heading('Card saved')
    expect(await readStatus()).toBe('succeeded')
  })

  it('shows each error beside its field and focuses the first invalid field', async () => {
    await open(start.setup())
    await form.button('Save card').click()
    expect(await page.getByRole('alert').textContent()).toBe('Check the 3 marked fields.')
    for (const [name, problem] of [
      ['Card number', 'Enter the card number.'],
      ['Expiry date', 'Enter the expiry date.'],
      ['Security code', 'Enter the security code.'],
    ] as const) {
      const described = (await form.field(name).getAttribute('aria-describedby')) ?? ''
      const texts = described.split(' ').map((id) => page.locator(`#${id}`).textContent())
      expect(await Promise.all(texts)).toContain(problem)
    }
    expect(await focused()).toBe('number')
    await form.field('Expiry date').fill('12/25')
    await page.getByText('This card has expired. Check the date.').waitFor()
    await form.field('Expiry date').fill('13/30')
    await page.getByText('Enter a month from 01 to 12.').waitFor()
    await form.field('Expiry date').fill('12/30')
    expect(await form.field('Expiry date').getAttribute('aria-invalid')).toBe('false')
    expect(await page.getByRole('alert').textContent()).toBe('Check the 2 marked fields.')
    expect(confirmations()).toEqual([])
  })

  it('recognizes the brand of a number while it is typed and groups its digits', async () => {
    await open(start.setup())
    const readFields = async () => [
      await page.locator('#brand-name').textContent(),
      await page.locator('svg[data-brand]:visible').getAttribute('data-brand'),
    ]
    expect(await readFields()).toEqual(['', 'unknown'])
    await form.field('Card number').fill('4')
    expect(await readFields()).toEqual(['Visa', 'visa'])
    await form.field('Card number').fill('55')
    expect(await readFields()).toEqual(['Mastercard', 'mastercard'])
    await form.field('Card number').fill('6011')
    expect(await readFields()).toEqual(['Discover', 'discover'])
    await form.fillIn('378282246310005')
    expect(await readFields()).toEqual(['American Express', 'amex'])
    expect(await form.field('Card number').inputValue()).toBe('3782 822463 10005')
    await form.button('Save card').click()
    await form.heading('Card saved')
  })

  it('keeps the caret in place when a digit in the middle changes', async () => {
    await open(start.setup())
    await page.keyboard.type('42424242')
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('77')
    expect(await form.field('Card number').inputValue()).toBe('4242 7742 42')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await form.field('Card number').inputValue()).toBe('4242 4242')
  })

  it.each([
    'decline',
    'insufficient_funds',
    'lost_card',
    'stolen_card',
    'expired_card',
    'incorrect_cvc',
    'processing_error',
  ] as const)('explains what to do about %s, and accepts another card', async (behaviour) => {
    const { number, refusal } = testCards[behaviour]
    const { readStatus } = await open(start.payment())
    await form.fillIn(number)
    await form.button('Pay $10.00').click()
    await page
      .getByRole('alert')
      .getByText(refusal?.message ?? '')
      .waitFor()
    expect(await readStatus()).toBe('requires_method')
    await form.fillIn('4242 4242 4242 4242')
    await form.button('Pay $10.00').click()
    await form.heading('Payment received')
  })

  it('is submitted only once, even after a double click', async () => {
    await open(start.setup())
    await form.fillIn('4242 4242 4242 4242')
    await page.route('**/sandbox/intents/confirm', async (route) => {
      expect(await page.locator('#submit').getAttribute('aria-busy')).toBe('true')
      expect(await page.locator('#submit').isDisabled()).toBe(true)
      await page.locator('#screen-form').dispatchEvent('submit')
      await route.continue()
    })
    await form.button('Save card').dblclick()
    await form.heading('Card saved')
    expect(confirmations()).toHaveLength(1)
  })

  it('can be submitted again after a lost response without a second payment', async () => {
    const { readStatus } = await open(start.payment())
    await form.fillIn('4242 4242 4242 4242')
    await page.route('**/sandbox/intents/confirm', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await form.button('Pay $10.00').click()
    await page.getByRole('alert').getByText('you will not be charged twice').waitFor()
    expect(await readStatus()).toBe('succeeded')
    await form.button('Pay $10.00').click()
    await form.heading('Payment received')
    expect(confirmations()).toHaveLength(1)
  })

  it('can be reloaded after a network failure', async () => {
    const { at } = await start.setup()
    await page.route('**/sandbox/intents/read', (route) => route.abort('internetdisconnected'))
    await page.goto(at)
    await form.heading('The form could not be loaded')
    await page.unroute('**/sandbox/intents/read')
    await form.button('Try again').click()
    await form.field('Card number').waitFor()
  })

  it('returns to the merchant after success and has a link for customers who cancel', async () => {
    const urls = { successUrl: `${app.url}/healthz?done`, cancelUrl: `${app.url}/healthz?gone` }
    await open(start.setup(urls))
    const cancel = page.getByRole('link', { name: 'Cancel and return to Acme' })
    expect(await cancel.getAttribute('href')).toBe(urls.cancelUrl)
    await form.fillIn('4242 4242 4242 4242')
    await form.button('Save card').click()
    await form.heading('Card saved')
    await page.waitForURL(urls.successUrl)
  })

  it('shows that a payment was canceled', async () => {
    const { at, cancel } = await start.payment()
    await cancel()
    await page.goto(at)
    await form.heading('This form is closed')
  })

  it.each(['', '#', '#sbsi_1_secret_forged', '#%E0%A4%A'])(
    'does not open with the address fragment %o',
    async (at) => {
      await page.goto(`${app.url}/sandbox/form${at}`)
      await form.heading('This link does not work')
    },
  )

  it('stores nothing in the browser', async () => {
    await open(start.setup())
    await form.fillIn('4242 4242 4242 4242')
    await form.button('Save card').click()
    await form.heading('Card saved')
    const storage = await page.evaluate(
      '[localStorage.length, sessionStorage.length, document.cookie]',
    )
    expect(storage).toEqual([0, 0, ''])
  })
})

describe('the challenge', () => {
  const challenged = testCards.challenge_always.number

  async function openChallenge() {
    const openForm = await open(start.payment())
    await form.fillIn(challenged)
    await form.button('Pay $10.00').click()
    await form.heading('Confirm this payment')
    return openForm
  }

  it('shows the merchant, the amount and the card', async () => {
    await openChallenge()
    const facts = await page.locator('.facts dd').allTextContents()
    expect(facts).toEqual(['Acme', '$10.00', 'Visa •••• 3184'])
    expect(page.url()).toContain('/sandbox/challenge?view=hosted&')
  })

  it('completes the payment when the customer approves it', async () => {
    const { readStatus } = await openChallenge()
    await form.button('Approve').click()
    await form.heading('Payment received')
    expect(await readStatus()).toBe('succeeded')
  })

  it('returns to the form when it fails', async () => {
    const { readStatus } = await openChallenge()
    await form.button('Fail').click()
    await page
      .getByRole('alert')
      .getByText('Your bank could not confirm that it was you.')
      .waitFor()
    expect(await readStatus()).toBe('requires_method')
    await form.fillIn('4242 4242 4242 4242')
    await form.button('Pay $10.00').click()
    await form.heading('Payment received')
  })

  it('stays open when the customer leaves, and can be resumed', async () => {
    const { readStatus } = await openChallenge()
    await form.button('Leave without answering').click()
    await form.heading("Confirm it's you")
    expect(await readStatus()).toBe('requires_challenge')
    await form.button('Continue to the bank').click()
    await form.button('Approve').click()
    await form.heading('Payment received')
  })
})

describe('the challenge of an off-session charge', () => {
  it('ends the payment with the outcome of the challenge', async () => {
    for (const [answer, title, status] of [
      ['Approve', 'Payment received', 'succeeded'],
      ['Fail', 'The payment did not go through', 'failed'],
    ] as const) {
      const { token, readStatus } = await start.charge()
      await page.goto(`${app.url}/sandbox/challenge#${token}`)
      await form.button(answer).waitFor()
      const facts = await page.locator('.facts dd').allTextContents()
      expect(facts).toEqual(['Acme', '¥1,000', 'Visa •••• 3184'])
      await form.button(answer).click()
      await form.heading(title)
      expect(await readStatus()).toBe(status)
    }
  })
})

describe('the card form on every screen', () => {
  it.each([
    ['desktop', { width: 1280, height: 900 }],
    ['phone', { width: 360, height: 740 }],
  ] as const)('fits a %s and keeps its sandbox notice and its labels', async (_name, viewport) => {
    await page.setViewportSize(viewport)
    await open(start.payment('A description that is quite long '.repeat(5)))
    await page.getByText('Sandbox: no real money').waitFor()
    await page.getByText('Test cards', { exact: true }).click()
    const [contentWidth, windowWidth] = (await page.evaluate(
      'Promise.resolve([document.documentElement.scrollWidth, innerWidth])',
    )) as [number, number]
    expect(contentWidth).toBeLessThanOrEqual(windowWidth)
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('input, button, a[href], iframe')]
        .filter((it) => it.checkVisibility() && !(it.labels?.length || it.textContent.trim() || it.title))
        .map((it) => it.outerHTML)`,
    )
    expect(nameless).toEqual([])
  })
})
