import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CardForm, createCardForm } from '../../server/test/harness/browser/cardForm.ts'
import {
  type PageServer,
  startPageServer,
} from '../../server/test/harness/browser/startPageServer.ts'
import { type Pages, startPages } from './harness/startPages.ts'

let pages: Pages
let merchant: PageServer
beforeAll(async () => {
  pages = await startPages()
  merchant = await startPageServer()
  merchant.show('<!doctype html><title>Pixelmill</title><h1>Pixelmill</h1>')
})
afterAll(async () => {
  merchant?.stop()
  await pages?.stop()
})

const CARD_WITH_CHALLENGE = '4000002760003184'
const DECLINED_CARD = '4000000000000002'
const GOOD_CARD = '4242424242424242'

/** Creates a customer with a checkout session and opens its page. */
async function openCheckout(customerId: string, purchase: object): Promise<Page> {
  await pages.app.ok('putCustomer', { params: { customerId }, body: { name: customerId } })
  const { url } = await pages.app.ok<{ url: string }>('createCheckoutSession', {
    body: {
      customerId,
      successUrl: `${merchant.origin}/thanks`,
      cancelUrl: `${merchant.origin}/cart`,
      ...purchase,
    },
  })
  return pages.open(url)
}

/** Waits for the provider's form in the page. */
async function openCardForm(page: Page): Promise<CardForm> {
  const element = await page.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('The page has no card form.')
  const form = createCardForm(frame)
  await form.field('Card number').waitFor()
  return form
}

const readStatus = async (page: Page): Promise<string> => {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { status } = await pages.app.ok<{ status: string }>('getCheckoutSessionStatus', {
    params: { id },
  })
  return status
}

describe('the checkout page', () => {
  it('sells a plan with a card that needs a bank challenge, then opens the success URL', async () => {
    const page = await openCheckout('jane', { purpose: 'subscription', planId: 'scale-monthly' })
    await page.getByRole('heading', { name: 'Scale, monthly' }).waitFor()
    await page.getByText('Due today').waitFor()
    await page.getByText('$174.00').first().waitFor()
    expect(page.url()).not.toContain('token')
    const form = await openCardForm(page)
    await form.fillIn(CARD_WITH_CHALLENGE)
    await form.button('Pay $174.00').click()
    await form.heading('Confirm this payment')
    await form.button('Approve').click()
    await page.getByText('Taking you back to Acme').waitFor()
    await page.waitForURL(`${merchant.origin}/thanks`)
    const { data } = await pages.app.ok<{ data: { planName: string; status: string }[] }>(
      'listSubscriptions',
      { query: { customerId: 'jane' } },
    )
    expect(data).toMatchObject([{ planName: 'Scale, monthly', status: 'active' }])
    await page.close()
  })

  it('accepts another card after a decline and a reload, and shows the completed purchase', async () => {
    const page = await openCheckout('mary', {
      purpose: 'credit_package',
      creditPackageId: 'images-500',
    })
    const url = page.url()
    let form = await openCardForm(page)
    await form.fillIn(DECLINED_CARD)
    await form.button('Pay $10.00').click()
    await page
      .frameLocator('iframe')
      .getByRole('alert')
      .getByText(/declined/)
      .waitFor()
    expect(await readStatus(page)).toBe('pending')
    await page.reload()
    form = await openCardForm(page)
    await form.fillIn(GOOD_CARD)
    await form.button('Pay $10.00').click()
    await page.waitForURL(`${merchant.origin}/thanks`)
    await page.goto(url)
    await page.getByRole('status').getByText('Taking you back to Acme').waitFor()
    expect(await readStatus(page)).toBe('completed')
    await page.close()
  })

  it('opens the cancel URL, and says when the checkout has expired', async () => {
    const page = await openCheckout('emily', {
      purpose: 'credit_topup',
      creditCurrencyId: 'prepaid-usd',
      amountCents: 2_500,
    })
    const url = page.url()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`${merchant.origin}/cart`)
    pages.app.clock.advance({ hours: 25 })
    await pages.app.app.jobs.handlers.sweepCheckoutSessions?.({})
    await page.goto(url)
    await page.getByText('This checkout has expired. Nothing was charged.').waitFor()
    expect(await page.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe(
      `${merchant.origin}/cart`,
    )
    expect(await page.locator('iframe').count()).toBe(0)
    await page.close()
  })
})

describe('the invoice page', () => {
  it('lets the holder of the link pay the invoice and download it as a PDF', async () => {
    const customerId = 'acme-traders'
    await pages.app.ok('putCustomer', {
      params: { customerId },
      body: { name: 'Acme Traders', kind: 'slg' },
    })
    await pages.app.ok('createSubscription', { body: { customerId, planId: 'scale-monthly' } })
    const { data } = await pages.app.ok<{ data: { id: string; number: string }[] }>(
      'listInvoices',
      { query: { customerId } },
    )
    const [invoice] = data
    const { url } = await pages.app.ok<{ url: string }>('linkInvoice', {
      params: { id: invoice?.id ?? '' },
      body: { returnUrl: merchant.origin },
    })
    const page = await pages.open(url)
    await page.getByRole('heading', { level: 2, name: `Invoice ${invoice?.number}` }).waitFor()
    await page.getByText('$174.00').first().waitFor()
    await page.getByText('the card is saved for the customer named on this invoice').waitFor()
    await page.getByRole('button', { name: /^Pay/ }).click()
    const form = await openCardForm(page)
    await form.fillIn(GOOD_CARD)
    await form.button('Pay $174.00').click()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /PDF/ }).click(),
    ])
    expect(download.suggestedFilename()).toContain('.pdf')
    await page.close()
  })
})

describe('the pricing page', () => {
  it('shows public plans, links to the sign-up page, and explains an invalid link', async () => {
    const { app } = pages
    const address = `${app.url}/pricing/pixelmill`
    const page = await pages.open(address)
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    await page.goto(`${address}?key=pk_sandbox_unknown`)
    await page.getByRole('heading', { name: 'These prices are not available' }).waitFor()

    await app.ok('updateOrganization', {
      body: { branding: { signUpUrl: `${merchant.origin}/join` } },
    })
    await page.goto(`${address}?key=${app.sandbox.keys.publishable}`)
    await page.getByRole('heading', { level: 1, name: 'Pixelmill pricing' }).waitFor()
    await page.getByText('$29.00').first().waitFor()
    expect(await page.getByText('Enterprise').count()).toBe(0)
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await page.getByText('$290.00').first().waitFor()
    await page.getByRole('button', { name: 'Get Pro' }).click()
    await page.waitForURL(`${merchant.origin}/join?plan=pro-yearly`)
    await page.close()
  })
})
