import type { CheckoutPage, CheckoutPreview, Subscription } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../../test/harness/app/tokenOf.ts'
import { type CheckoutBench, startCheckoutBench } from '../testing/checkoutBench.ts'
import { createPlanCatalog } from '../testing/planCatalog.ts'

let bench: CheckoutBench
beforeAll(async () => {
  bench = await startCheckoutBench()
  await createPlanCatalog(bench.app)
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

type Purchase = Parameters<CheckoutBench['open']>[0]

const hosted = { uiMode: 'hosted' }
const credits = (customerId: string) =>
  ({ purpose: 'credit_topup', customerId, creditCurrencyId: 'money', amountCents: 1_234 }) as const
const buy = (customerId: string, planId: string, more: Record<string, unknown> = {}) =>
  ({ purpose: 'subscription', customerId, planId, ...more }) as const

/** Creates a customer whose plan was paid with the card on file. */
async function subscribed(
  customerId: string,
  planId = 'basic',
  body: Record<string, unknown> = {},
) {
  await bench.customer(customerId, body)
  await bench.card(customerId)
  await bench.app.ok('createSubscription', { body: { customerId, planId } })
  const { data } = await bench.app.ok<{ data: Subscription[] }>('listSubscriptions', {
    query: { customerId },
  })
  return data[0]?.id ?? ''
}

/** The fields that a preview and the page of the same purchase share. */
const shared = ({
  purpose,
  mode,
  currency,
  lineItems,
  subtotal,
  discount,
  creditsApplied,
  tax,
  total,
  creditImpact,
}: CheckoutPreview | CheckoutPage) => ({
  purpose,
  mode,
  currency,
  lineItems,
  subtotal,
  discount,
  creditsApplied,
  tax,
  total,
  creditImpact,
})

const CASES: Record<string, (customerId: string) => Promise<Purchase>> = {
  'a top-up': async (customerId) => credits(await bench.customer(customerId)),
  'a package': async (customerId) => ({
    purpose: 'credit_package',
    customerId: await bench.customer(customerId),
    creditPackageId: 'images-500',
  }),
  'a plan': async (customerId) => buy(await bench.customer(customerId), 'basic'),
  'a plan with a coupon and tax': async (customerId) =>
    buy(await bench.customer(customerId, { country: 'DE' }), 'pro', { couponCode: 'THIRD' }),
  'a plan with seats, a fixed discount and included tax': async (customerId) =>
    buy(await bench.customer(customerId, { country: 'FR' }), 'team', {
      couponCode: 'TENNER',
      quantities: { seats: 7 },
    }),
  'a change in the middle of a period': async (customerId) => {
    const subscriptionId = await subscribed(customerId, 'basic', { country: 'DE' })
    bench.app.clock.advance({ days: 9 })
    return buy(customerId, 'pro', { subscriptionId })
  },
  'an add-on in the middle of a period': async (customerId) => {
    const subscriptionId = await subscribed(customerId)
    bench.app.clock.advance({ days: 9 })
    return { purpose: 'addon_purchase', customerId, planId: 'boost', subscriptionId }
  },
  'a partly paid invoice': async (customerId) => {
    await bench.customer(customerId, { kind: 'slg' })
    const body = { customerId, planId: 'pro' }
    const { invoiceId } = await bench.app.ok<{ invoiceId: string }>('createSubscription', { body })
    const part = { params: { id: invoiceId }, body: { amount: 700 } }
    await bench.app.ok('recordInvoicePayment', part)
    return { purpose: 'invoice_payment', customerId, invoiceId }
  },
}

describe('the checkout page', () => {
  it.each(Object.entries(CASES))(
    'for %s shows the same values as its preview and the amount that is charged',
    async (name, begin) => {
      const request = await begin(name.replaceAll(/[ ,]+/g, '-'))
      const customerId = request.customerId ?? ''
      const preview = await bench.preview(request)
      const before = await bench.taken(customerId)
      const session = await bench.open(request, hosted)
      const page = await bench.page(session)
      expect(page).toMatchObject({
        id: session.id,
        status: 'pending',
        expiresAt: session.expiresAt,
      })
      expect(shared(page)).toEqual(shared(preview))
      expect(preview.dueToday).toMatchObject({ kind: 'charge_now', cents: page.dueToday })
      const [kind = ''] = Object.keys(preview.details)
      const { subscriptionId: _, ...shown } = Object.values(preview.details)[0] as {
        subscriptionId?: string
      }
      expect(page.details).toMatchObject({ [kind]: shown })
      expect(await bench.payIn(session, 'decline')).toBe('requires_method')
      await bench.drain()
      expect(await bench.page(session)).toEqual(page)
      await bench.payIn(session)
      await bench.drain()
      const { creditImpact, ...rest } = page
      expect(await bench.page(session)).toEqual({ ...rest, status: 'completed' })
      expect((await bench.taken(customerId)).slice(before.length)).toEqual([page.dueToday])
      if (creditImpact) {
        const { creditCurrencyId } = creditImpact
        const { data } = await bench.app.ok<{ data: Record<string, unknown>[] }>(
          'listCreditAccounts',
          { params: { customerId } },
        )
        const wallet = data.find((each) => each.creditCurrencyId === creditCurrencyId)
        expect(wallet).toMatchObject({ balance: creditImpact.afterBalance })
      }
    },
  )

  it('for a trial that needs a card shows that nothing is due and when the trial ends', async () => {
    const customerId = await bench.customer('tries')
    const request = buy(customerId, 'carded')
    const { details, mode } = await bench.preview(request)
    const session = await bench.open(request, hosted)
    const page = await bench.page(session)
    expect(page).toMatchObject({ status: 'pending', mode, dueToday: 0, total: 0, currency: 'usd' })
    const { subscriptionId: _, ...shown } = details.subscription ?? { subscriptionId: null }
    expect(page.details.subscription).toMatchObject(shown)
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.page(session)).toMatchObject({ status: 'completed', dueToday: 0 })
    expect(await bench.taken(customerId)).toEqual([])
  })

  it('for a downgrade shows the next plan and that nothing is due', async () => {
    const subscriptionId = await subscribed('steps-down', 'pro')
    const session = await bench.open(buy('steps-down', 'basic', { subscriptionId }), hosted)
    expect(await bench.page(session)).toMatchObject({
      status: 'completed',
      mode: 'downgrade',
      dueToday: 0,
      details: { subscription: { planName: 'basic', subscriptionId } },
    })
    const same = await bench.open(buy('steps-down', 'pro', { subscriptionId }), hosted)
    expect(await bench.page(same)).toMatchObject({
      mode: 'renewal',
      details: { subscription: { planName: 'pro' } },
    })
  })

  it('for an invoiced purchase shows the plan and the bill, but no form', async () => {
    const customerId = await bench.customer('is-billed', { kind: 'slg' })
    const session = await bench.open(buy(customerId, 'basic'), hosted)
    const page = await bench.page(session)
    expect(page).toMatchObject({ status: 'completed', total: 1_000, dueToday: 0 })
    const { subscriptionId = null } = page.details.subscription ?? {}
    const addOn = { purpose: 'addon_purchase', customerId, planId: 'boost' } as const
    const added = await bench.open({ ...addOn, subscriptionId: subscriptionId ?? '' }, hosted)
    expect(await bench.page(added)).toMatchObject({
      status: 'completed',
      total: 500,
      dueToday: 0,
      details: { addonPurchase: { planName: 'boost' } },
    })
    expect(await bench.form(added)).toEqual({ client: null, status: 'completed' })
    const topUp = await bench.open(credits(customerId), hosted)
    expect(await bench.page(topUp)).toMatchObject({ status: 'completed', dueToday: 0, details: {} })
  })

  it('stays available after the session has expired, but opens no form', async () => {
    const customerId = await bench.customer('is-late')
    const session = await bench.open(credits(customerId), hosted)
    const { client } = await bench.form(session)
    await bench.sweepAfter(24)
    expect(await bench.page(session)).toMatchObject({ status: 'expired', dueToday: 1_234 })
    expect(await bench.form(session)).toEqual({ client: null, status: 'expired' })
    expect(client).not.toBeNull()
    bench.app.clock.advance({ days: 7 })
    const call = { params: { id: session.id }, token: tokenOf(session.url) }
    expect(await bench.app.fails('getCheckoutPage', call)).toMatchObject({ status: 401 })
  })

  it('stays open while the customer’s test clock does not move, even if days pass in real time', async () => {
    const frozenTime = '2031-05-01T00:00:00.000Z'
    const clock = await bench.app.ok<{ id: string }>('createTestClock', { body: { frozenTime } })
    const customerId = await bench.customer('is-clocked', { testClockId: clock.id })
    const session = await bench.open(credits(customerId), hosted)
    expect(session.expiresAt).toBe('2031-05-02T00:00:00.000Z')
    bench.app.clock.advance({ days: 6 })
    expect(await bench.page(session)).toMatchObject({ status: 'pending' })
    expect(await bench.payIn(session)).toBe('succeeded')
    await bench.drain()
    expect(await bench.page(session)).toMatchObject({ status: 'completed' })
  })

  it('is open to its customer in the portal, but not to API keys', async () => {
    const customerId = await bench.customer('comes-by-portal')
    const { id } = await bench.open(credits(customerId), hosted)
    const body = { customerId }
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', { body })
    const page = await bench.app.ok<CheckoutPage>('getCheckoutPage', { params: { id }, token })
    expect(page).toMatchObject({ status: 'pending', dueToday: 1_234 })
    const form = await bench.app.ok('openCheckoutForm', { params: { id }, token })
    expect(form).toMatchObject({ client: { provider: 'sandbox' }, status: 'pending' })
    const refused = await bench.app.fails('getCheckoutPage', { params: { id } })
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
