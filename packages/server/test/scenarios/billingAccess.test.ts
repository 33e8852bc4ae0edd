import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChangeBench,
  startChangeBench,
} from '../../src/modules/subscriptions/testing/changeBench.ts'
import type { Call } from '../harness/app/callApi.ts'
import { tokenOf } from '../harness/app/tokenOf.ts'
import { fingerprint } from '../harness/database/fingerprint.ts'

/** No operation shows a customer the purchases of another customer. */
let bench: ChangeBench
let token: string
let pageTokens: string[]
const ids: Record<string, string> = {}
beforeAll(async () => {
  bench = await startChangeBench()
  const { app } = bench
  for (const customerId of ['own', 'someone']) await bench.payer(customerId)
  ids.own = (await bench.subscribed('own', 'small')).id
  await bench.card('own', 'decline')
  await bench.refused('own', 'extra')
  ids.ownInvoice = (await bench.invoices('own')).at(-1)?.id ?? ''
  ids.ownFirstInvoice = (await bench.invoices('own')).at(0)?.id ?? ''
  ids.subscription = (await bench.subscribed('someone', 'small')).id
  await bench.addOn(ids.subscription, 'boost')
  ids.item = (await bench.get(ids.subscription)).items[0]?.id ?? ''
  ids.invoice = (await bench.invoices('someone')).at(-1)?.id ?? ''
  ids.preview = (await bench.preview(ids.subscription, 'big')).previewToken
  const first = async (operation: string) =>
    (await app.ok<{ data: { id: string }[] }>(operation, { query: { customerId: 'someone' } }))
      .data[0]?.id ?? ''
  ids.payment = await first('listPayments')
  ids.method = (await bench.card('someone')).id
  ids.session = (
    await app.ok<{ id: string }>('createCheckoutSession', {
      body: { customerId: 'someone', purpose: 'subscription', planId: 'extra' },
    })
  ).id
  const { url } = await app.ok<{ url: string }>('linkInvoice', of('ownInvoice', {}))
  const checkout = await app.ok<{ id: string; url: string }>('createCheckoutSession', {
    body: { customerId: 'own', purpose: 'payment_method_update' },
  })
  ids.ownSession = checkout.id
  pageTokens = [url, checkout.url].map(tokenOf)
  token = (await app.ok<{ token: string }>('createPortalSession', { body: { customerId: 'own' } }))
    .token
})
afterAll(() => bench.stop())

const id = (name: string) => ids[name] ?? ''
const of = (name: string, body?: object): Call => ({
  params: { id: id(name) },
  ...(body && { body }),
})

/** Every operation that a portal token may call and that names an object by its id. */
const CALLS: Record<string, [operation: string, call: () => Call]> = {
  'reading a subscription': ['getSubscription', () => of('subscription')],
  'previewing a change': ['previewSubscriptionChange', () => of('subscription', { planId: 'big' })],
  'a change': ['changeSubscription', () => of('subscription', { planId: 'big' })],
  'a cancellation': ['cancelSubscription', () => of('subscription', { when: 'now' })],
  'a cancellation at the end': ['cancelSubscription', () => of('subscription', {})],
  resuming: ['resumeSubscription', () => of('subscription')],
  'an add-on': ['addSubscriptionItem', () => of('subscription', { planId: 'setup' })],
  'the end of an add-on': [
    'removeSubscriptionItem',
    () => ({ params: { id: id('subscription'), itemId: id('item') }, query: { when: 'now' } }),
  ],
  "the end of an add-on through the customer's own subscription": [
    'removeSubscriptionItem',
    () => ({ params: { id: id('own'), itemId: id('item') }, query: { when: 'now' } }),
  ],
  'reading an add-on as a subscription': ['getSubscription', () => of('item')],
  'reading an invoice': ['getInvoice', () => of('invoice')],
  'reading the page of an invoice': ['getInvoicePage', () => of('invoice')],
  'downloading an invoice': ['getInvoicePdf', () => of('invoice')],
  'paying an invoice': ['payInvoice', () => of('invoice', {})],
  "a checkout of another customer's invoice": [
    'createCheckoutSession',
    () => ({ body: { purpose: 'invoice_payment', invoiceId: id('invoice') } }),
  ],
  'a checkout of a change': [
    'createCheckoutSession',
    () => ({
      body: { purpose: 'subscription', planId: 'big', subscriptionId: id('subscription') },
    }),
  ],
  'a checkout of an add-on': [
    'createCheckoutSession',
    () => ({
      body: { purpose: 'addon_purchase', planId: 'setup', subscriptionId: id('subscription') },
    }),
  ],
  "a preview of another customer's invoice": [
    'previewCheckout',
    () => ({ body: { purpose: 'invoice_payment', invoiceId: id('invoice') } }),
  ],
  'a preview of a change': [
    'previewCheckout',
    () => ({
      body: { purpose: 'subscription', planId: 'big', subscriptionId: id('subscription') },
    }),
  ],
  'the status of a checkout': ['getCheckoutSessionStatus', () => of('session')],
  'the page of a checkout': ['getCheckoutPage', () => of('session')],
  'the form of a checkout': ['openCheckoutForm', () => of('session')],
}

describe('a portal token', () => {
  it.each(Object.entries(CALLS))(
    'finds no object of another customer: %s',
    async (_, [operation, call]) => {
      const before = await fingerprint(bench.app.pool)
      const reply = await bench.app.call(operation, { ...call(), token })
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
      expect(await fingerprint(bench.app.pool)).toBe(before)
      // The merchant finds the object, so the customer's 404 has no other reason.
      const isForMerchants = operation.startsWith('get') && operation !== 'getCheckoutPage'
      if (isForMerchants && !call().params?.id?.startsWith(id('item'))) {
        expect(await bench.app.call(operation, call())).toMatchObject({ status: 200 })
      }
    },
  )

  it.each([
    ['createSubscription', { planId: 'extra' }],
    ['createCheckoutSession', { purpose: 'subscription', planId: 'extra' }],
    ['previewCheckout', { purpose: 'subscription', planId: 'extra' }],
  ])('may not call %s for another customer', async (operation, body) => {
    const before = await fingerprint(bench.app.pool)
    const call = { body: { ...body, customerId: 'someone' }, token }
    expect(await bench.app.call(operation, call)).toMatchObject({ status: 403 })
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it.each([
    ['trialDays', 30],
    ['billingAnchor', '2026-02-01T00:00:00.000Z'],
    ['startsAt', '2026-02-01T00:00:00.000Z'],
    ['metadata', { vip: true }],
  ])('may not set %s of a subscription, and the error names the field', async (field, value) => {
    const before = await fingerprint(bench.app.pool)
    const call = { body: { planId: 'extra', [field]: value }, token }
    const reply = await bench.app.call('createSubscription', call)
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect((reply.body as { error: { message: string } }).error.message).toContain(field)
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it("cannot pay with another customer's card", async () => {
    const before = await fingerprint(bench.app.pool)
    const call = { ...of('ownInvoice', { paymentMethodId: id('method') }), token }
    const reply = await bench.app.call('payInvoice', call)
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it('cannot use the preview of another subscription', async () => {
    const call = { ...of('own', { planId: 'big', previewToken: id('preview') }), token }
    expect(await bench.app.call('changeSubscription', call)).toMatchObject({
      status: 409,
      body: { error: { code: 'preview_mismatch' } },
    })
  })

  it.each(['listSubscriptions', 'listInvoices', 'listPayments'])(
    'sees only its own objects with %s',
    async (operation) => {
      const reply = await bench.app.call(operation, { token })
      expect(reply.status).toBe(200)
      const { data } = reply.body as { data: { customerId: string }[] }
      expect(data.length).toBeGreaterThan(0)
      expect(new Set(data.map(({ customerId }) => customerId))).toEqual(new Set(['own']))
    },
  )
})

describe('another environment or organization', () => {
  it('cannot reach any of the objects', async () => {
    const { app } = bench
    const before = await fingerprint(app.pool)
    const merchant: [string, Call][] = [
      ...Object.values(CALLS)
        .filter(([operation]) => !/Checkout/.test(operation))
        .map(([operation, call]): [string, Call] => [operation, call()]),
      ['pauseSubscription', of('subscription')],
      ['linkInvoice', of('invoice', {})],
      ['voidInvoice', of('invoice')],
      ['markInvoiceUncollectible', of('invoice')],
      ['recordInvoicePayment', of('invoice', {})],
      ['createCreditNote', of('invoice', { refund: true })],
      ['listCreditNotes', of('invoice')],
      ['getPayment', of('payment')],
      ['getCheckoutSessionStatus', of('session')],
    ]
    for (const [operation, call] of merchant) {
      for (const key of [app.live.keys.full, app.other.sandbox.keys.full]) {
        const { status } = await app.call(operation, { ...call, key })
        expect({ operation, status }).toEqual({ operation, status: 404 })
      }
    }
    expect(await fingerprint(app.pool)).toBe(before)
  })
})

describe('a page token', () => {
  const ON_PAGES: [operation: string, ownPage: string, otherPages: string[]][] = [
    ['getInvoice', 'ownInvoice', ['ownFirstInvoice', 'invoice']],
    ['getInvoicePage', 'ownInvoice', ['ownFirstInvoice', 'invoice']],
    ['getInvoicePdf', 'ownInvoice', ['ownFirstInvoice', 'invoice']],
    ['payInvoice', 'ownInvoice', ['ownFirstInvoice', 'invoice']],
    ['getCheckoutSessionStatus', 'ownSession', ['session']],
    ['getCheckoutPage', 'ownSession', ['session']],
    ['openCheckoutForm', 'ownSession', ['session']],
  ]

  it.each(ON_PAGES)('works only for its own page: %s', async (operation, ownPage, otherPages) => {
    const body = operation === 'payInvoice' ? {} : undefined
    const isOfInvoice = ownPage === 'ownInvoice'
    const [invoiceToken = '', checkoutToken = ''] = pageTokens
    const before = await fingerprint(bench.app.pool)
    for (const other of otherPages) {
      for (const each of pageTokens) {
        const reply = await bench.app.call(operation, { ...of(other, body), token: each })
        expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
      }
    }
    const otherKind = isOfInvoice ? checkoutToken : invoiceToken
    const misused = await bench.app.call(operation, { ...of(ownPage, body), token: otherKind })
    expect(misused).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await fingerprint(bench.app.pool)).toBe(before)
    const itself = isOfInvoice ? invoiceToken : checkoutToken
    const reply = await bench.app.call(operation, { ...of(ownPage, body), token: itself })
    expect(reply).toMatchObject({ status: 200 })
  })

  it('allows no other operation of its customer', async () => {
    const before = await fingerprint(bench.app.pool)
    const onPages = [...ON_PAGES.map(([operation]) => operation), 'getBranding']
    for (const { operation, endpoint } of bench.app.app.routes) {
      if (onPages.includes(operation) || !endpoint.callers.includes('portal')) continue
      for (const each of pageTokens) {
        const params = Object.fromEntries(
          Object.keys(endpoint.params?.shape ?? {}).map((name) => [
            name,
            name === 'customerId' ? 'own' : id('ownInvoice'),
          ]),
        )
        const reply = await bench.app.call(operation, { params, token: each })
        expect({ operation, status: reply.status }).toEqual({ operation, status: 403 })
      }
    }
    expect(await fingerprint(bench.app.pool)).toBe(before)
  })

  it('pays an invoice in a form even if a card is on file', async () => {
    const [invoiceToken = ''] = pageTokens
    await bench.card('own')
    const call = { ...of('ownInvoice', {}), token: invoiceToken }
    const outcome = await bench.app.ok('payInvoice', call)
    expect(outcome).toMatchObject({ kind: 'requires_form', client: { provider: 'sandbox' } })
    const page = await bench.app.ok('getInvoicePage', { ...of('ownInvoice'), token: invoiceToken })
    // The open form can be opened again.
    expect(page).toMatchObject({ canPay: true })
    expect(await bench.app.ok('payInvoice', call)).toEqual(outcome)
  })
})
