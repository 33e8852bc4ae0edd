import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CardForm, createCardForm } from '../../server/test/harness/cardForm.ts'
import { type PageServer, startPageServer } from '../../server/test/harness/startPageServer.ts'
import { type Pages, startPages } from './harness/startPages.ts'

let pages: Pages
let merchant: PageServer
beforeAll(async () => {
  pages = await startPages()
  merchant = await startPageServer()
  merchant.show('<!doctype html><title>Shop</title><h1>The shop</h1>')
})
afterAll(async () => {
  merchant?.stop()
  await pages?.stop()
})

const CHALLENGED = '4000002760003184'
const DECLINED = '4000000000000002'
const GOOD = '4242424242424242'

/** A new customer's checkout of something, open in a tab. */
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

/** The provider's form in the page, once it can be filled in. */
async function cardForm(page: Page): Promise<CardForm> {
  const element = await page.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('no frame')
  const form = createCardForm(frame)
  await form.field('Card number').waitFor()
  return form
}
