import type { InvoiceDetail, Subscription } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const buy = (customerId: string, planId = 'basic', more: Record<string, unknown> = {}) =>
  ({ purpose: 'subscription', customerId, planId, ...more }) as const
const subscription = (id: string | null) =>
  bench.app.ok<Subscription>('getSubscription', { params: { id: id ?? '' } })
const invoice = (id: string | null) =>
  bench.app.ok<InvoiceDetail>('getInvoice', { params: { id: id ?? '' } })
const pay = async (request: ReturnType<typeof buy>) => {
  const session = await bench.open(request)
  await bench.payIn(session)
  await bench.drain()
  return bench.status(session.id)
}

describe('a subscription that is bought in a checkout', () => {
  it('starts when its form is paid, with its invoice and its credits', async () => {
    const customerId = await bench.customer('begins')
    const preview = await bench.preview(buy(customerId))
    expect(preview).toMatchObject({
      mode: 'new',
      dueToday: { kind: 'charge_now', cents: 1_000, currency: 'usd' },
      lineItems: [{ unitAmount: 1_000, quantity: 1, subtotal: 1_000 }],
      schedule: { date: '2026-02-15T12:00:00.000Z', amountCents: 1_000 },
      creditImpact: { currencyName: 'Images', currentBalance: 0, delta: 100, afterBalance: 100 },
      warnings: [{ code: 'customer_has_no_payment_method' }],
      details: {
        subscription: {
          planName: 'basic',
          interval: 'month',
          recurringAmount: 1_000,
          subscriptionId: null,
          trialEndsAt: null,
          nextBillingAt: '2026-02-15T12:00:00.000Z',
        },
      },
    })
    const session = await bench.open(buy(customerId))
    const pending = await bench.status(session.id)
    expect(pending).toMatchObject({ status: 'pending', completedAt: null })
    expect(await subscription(pending.subscriptionId)).toMatchObject({ status: 'incomplete' })
    await bench.payIn(session)
    await bench.drain()
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed', subscriptionId: pending.subscriptionId })
    expect(await subscription(status.subscriptionId)).toMatchObject({ status: 'active' })
    expect(await invoice(status.invoiceId)).toMatchObject({
      status: 'paid',
      total: preview.total,
      amountPaid: preview.total,
    })
    expect(await bench.wallet(customerId, 'images')).toMatchObject({ balance: 100 })
    expect(await bench.checkouts(customerId)).toMatchObject([
      { type: 'checkout.completed', payload: { ...status, customerId, purpose: 'subscription' } },
    ])
  })

  it.each([
    ['with seats', {}, 'team', { quantities: { seats: 7 } }],
    ['with seats and added tax', { country: 'DE' }, 'team', { quantities: { seats: 7 } }],
    ['with included tax', { country: 'FR' }, 'team', { quantities: { seats: 3 } }],
    ['with a percentage discount and added tax', { country: 'DE' }, 'pro', { couponCode: 'THIRD' }],
    ['with a fixed discount and included tax', { country: 'FR' }, 'team', { couponCode: 'TENNER' }],
  ] as const)('costs the previewed amount %s', async (name, body, planId, more) => {
    const customerId = await bench.customer(name.replaceAll(' ', '-'), body)
    const preview = await bench.preview(buy(customerId, planId, more))
    expect(preview.dueToday).toMatchObject({ kind: 'charge_now', cents: preview.total })
    const { subtotal, discount, creditsApplied, tax, total } = preview
    expect(total).toBe(subtotal - discount - creditsApplied + tax)
    const status = await pay(buy(customerId, planId, more))
    expect(await bench.taken(customerId)).toEqual([total])
    const billed = await invoice(status.invoiceId)
    expect(billed).toMatchObject({ subtotal, discount, creditsApplied, tax, total })
    expect(billed.lineItems.map(({ description }) => description)).toEqual(
      preview.lineItems.map(({ description }) => description),
    )
  })

  it('warns when the shown amount differs from the amount due', async () => {
    const customerId = await bench.customer('shown')
    await bench.card(customerId)
    const warn = async (amountCents: number) =>
      (await bench.preview(buy(customerId, 'basic', { amountCents }))).warnings
    expect(await warn(1_000)).toEqual([])
    expect(await warn(900)).toEqual([
      { code: 'amount_changed', params: { shownCents: 900, dueCents: 1_000 } },
    ])
  })

  it('starts immediately if it costs nothing', async () => {
    const customerId = await bench.customer('gratis')
    expect(await bench.preview(buy(customerId, 'gratis'))).toMatchObject({
      dueToday: { kind: 'no_charge' },
      warnings: [],
    })
    const session = await bench.open(buy(customerId, 'gratis'))
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed' })
    expect(await subscription(status.subscriptionId)).toMatchObject({ status: 'active' })
    expect(await bench.checkouts(customerId)).toHaveLength(1)
  })

  it('is invoiced if the customer is sales-led', async () => {
    const customerId = await bench.customer('invoiced', { kind: 'slg' })
    const now = bench.app.clock.now().toISOString()
    expect(await bench.preview(buy(customerId))).toMatchObject({
      dueToday: { kind: 'invoice_later', cents: 1_000, netDays: 30, estimatedDate: now },
    })
    const session = await bench.open(buy(customerId))
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed' })
    expect(await subscription(status.subscriptionId)).toMatchObject({ status: 'active' })
    expect(await invoice(status.invoiceId)).toMatchObject({ status: 'open', total: 1_000 })
  })

  it('expires if it is not paid within 24 hours', async () => {
    const customerId = await bench.customer('abandons')
    const session = await bench.open(buy(customerId))
    await bench.sweepAfter(24)
    await bench.run('renewDueSubscriptions')
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'expired', completedAt: null })
    const ended = { status: 'incomplete_expired' }
    expect(await subscription(status.subscriptionId)).toMatchObject(ended)
    expect(await invoice(status.invoiceId)).toMatchObject({ status: 'void' })
    expect((await bench.checkouts(customerId)).map(({ type }) => type)).toEqual([
      'checkout.expired',
    ])
    expect(await bench.payIn(session)).toBe('canceled')
    const again = await pay(buy(customerId))
    expect(again).toMatchObject({ status: 'completed' })
  })

  it('has one session for identical requests, and another plan of the product is rejected', async () => {
    const customerId = await bench.customer('asks-twice')
    const first = await bench.open(buy(customerId))
    expect(await bench.open(buy(customerId))).toEqual(first)
    const taken = { status: 409, code: 'already_subscribed' }
    expect(await bench.noSession(buy(customerId, 'pro'))).toMatchObject(taken)
    expect(await bench.noPreview(buy(customerId, 'pro'))).toMatchObject(taken)
    await bench.payIn(first)
    await bench.drain()
    expect(await bench.noSession(buy(customerId))).toMatchObject(taken)
  })

  it('has one session and one form for identical requests that arrive at the same time', async () => {
    const customerId = await bench.customer('double-click')
    const sessions = await Promise.all(Array.from({ length: 8 }, () => bench.open(buy(customerId))))
    expect(new Set(sessions.map((session) => JSON.stringify(session))).size).toBe(1)
    expect((await bench.book(customerId)).charges).toHaveLength(1)
  })

  it.each([
    ['an unknown plan', buy('bad', 'nothing'), 404, 'not_found'],
    ['an add-on', buy('bad', 'boost'), 400, 'invalid_request'],
    ['an unknown coupon', buy('bad', 'basic', { couponCode: 'NOPE' }), 404, 'not_found'],
    ['an unknown customer', buy('nobody'), 404, 'not_found'],
    ['an unknown subscription', buy('bad', 'pro', { subscriptionId: 'sub_x' }), 404, 'not_found'],
  ] as const)(
    'rejects %s, in the preview and in the session',
    async (_what, request, status, code) => {
      await bench.customer('bad')
      expect(await bench.noPreview(request)).toMatchObject({ status, code })
      expect(await bench.noSession(request)).toMatchObject({ status, code })
    },
  )
})

describe('a trial in a checkout', () => {
  it('asks for a card if it needs one, and starts when the card is saved', async () => {
    const customerId = await bench.customer('carded')
    const preview = await bench.preview(buy(customerId, 'carded'))
    expect(preview).toMatchObject({
      dueToday: { kind: 'no_charge' },
      total: 0,
      lineItems: [{ subtotal: 2_000, muted: true }],
      warnings: [{ code: 'trial_requires_payment_method' }],
      details: { subscription: { trialEndsAt: expect.any(String) } },
    })
    expect(preview.schedule?.amountCents).toBe(2_000)
    const session = await bench.open(buy(customerId, 'carded'))
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    await bench.payIn(session)
    await bench.drain()
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed' })
    expect(await subscription(status.subscriptionId)).toMatchObject({ status: 'trialing' })
    expect(await bench.taken(customerId)).toEqual([])
    expect(await bench.checkouts(customerId)).toHaveLength(1)
  })

  it('starts immediately if the card that it needs is on file', async () => {
    const customerId = await bench.customer('on-file')
    await bench.card(customerId)
    expect(await bench.preview(buy(customerId, 'carded'))).toMatchObject({ warnings: [] })
    const session = await bench.open(buy(customerId, 'carded'))
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
  })

  it('starts immediately if it needs no card', async () => {
    const customerId = await bench.customer('cardless')
    expect(await bench.preview(buy(customerId, 'cardless'))).toMatchObject({ warnings: [] })
    const session = await bench.open(buy(customerId, 'cardless'))
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed' })
    expect(await subscription(status.subscriptionId)).toMatchObject({ status: 'trialing' })
  })
})
