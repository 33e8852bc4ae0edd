import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { testCards } from '../../src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { createCardForm } from '../harness/browser/cardForm.ts'
import { openBrowser } from '../harness/browser/openBrowser.ts'
import { createSandboxFormStarter, type OpenForm } from '../harness/browser/sandboxForms.ts'
import { type PageServer, startPageServer } from '../harness/browser/startPageServer.ts'

let app: TestApp
let browser: { context: BrowserContext; close(): Promise<void> }
let start: ReturnType<typeof createSandboxFormStarter>
let merchant: PageServer
beforeAll(async () => {
  app = await startTestApp()
  start = createSandboxFormStarter(app)
  browser = await openBrowser({ viewport: { width: 1100, height: 900 } })
  merchant = await startPageServer()
})
afterAll(async () => {
  await browser?.close()
  merchant?.stop()
  await app?.stop()
})

let page: Page
beforeEach(async () => {
  page = await browser.context.newPage()
})
afterEach(() => page.close())

type Message = { source: string; type: string; height?: number; code?: string }
const messages = async () => (await page.evaluate('messages')) as Message[]

/** Embeds the form in a page of another origin that records the messages that it receives. */
async function embed(starting: Promise<OpenForm>) {
  const openForm = await starting
  merchant.show(
    `<!doctype html><title>Shop</title><script>
    const messages = []
    addEventListener('message', ({ data }) => messages.push(data))
  </script><iframe title="Card" src="${app.url}/sandbox/frame#${openForm.token}" width="400" height="700"></iframe>`,
  )
  await page.goto(merchant.origin)
  const frame = page.frames().find((each) => each !== page.mainFrame())
  if (!frame) throw new Error('The page has no frame for the form.')
  const form = createCardForm(frame)
  await form.field('Card number').waitFor()
  return { ...openForm, frame, form }
}

it('the frame reports its progress, but no secret, to the page around it', async () => {
  const { token, frame, form } = await embed(start.payment())
  await form.fillIn(testCards.insufficient_funds.number)
  await form.button('Pay $10.00').click()
  await frame.getByRole('alert').getByText('insufficient funds').waitFor()
  await form.fillIn('4242 4242 4242 4242')
  await form.button('Pay $10.00').click()
  await form.heading('Payment received')
  await expect
    .poll(async () =>
      (await messages()).map(({ type }) => type).filter((type) => type !== 'resize'),
    )
    .toEqual(['ready', 'error', 'complete'])
  const received = await messages()
  expect(received.every(({ source }) => source === 'purser-sandbox')).toBe(true)
  expect(received.find(({ type }) => type === 'error')?.code).toBe('insufficient_funds')
  const heights = received.flatMap(({ height }) => height ?? [])
  expect(Math.max(...heights)).toBeGreaterThan(300)
  expect(JSON.stringify(received)).not.toContain(token)
  expect(JSON.stringify(received)).not.toMatch(/4242|9995/)
})

it('the frame shows a challenge without leaving the page around it', async () => {
  const { readStatus, form } = await embed(start.setup())
  await form.fillIn(testCards.challenge_at_setup.number)
  await form.button('Save card').click()
  await form.heading('Confirm this card')
  await form.button('Approve').click()
  await form.heading('Card saved')
  expect(await readStatus()).toBe('succeeded')
  await expect
    .poll(async () => (await messages()).filter(({ type }) => type === 'complete').length)
    .toBe(1)
  expect(page.url()).toBe(`${merchant.origin}/`)
})

it('the frame does not take the focus', async () => {
  await embed(start.setup())
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
})
