import type { InvoiceDetail, SettlementOutcome, Subscription } from '@purser/contract'
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

/** Creates a customer with a card and a subscription that started ten days ago. */
const subscribed = async (customerId: string, planId = 'basic', body = {}) => {
  await bench.customer(customerId, body)
  await bench.card(customerId)
  const outcome = await bench.app.ok<SettlementOutcome>('createSubscription', {
    body: { customerId, planId },
  })
  bench.app.clock.advance({ days: 10, seconds: 3 })
  return outcome.subscriptionId ?? ''
}
const subscription = (id: string) =>
  bench.app.ok<Subscription>('getSubscription', { params: { id } })
const planOf = async (id: string) => {
  const { planId } = await subscription(id)
  return (await bench.app.ok<{ slug: string }>('getPlan', { params: { id: planId } })).slug
}
const invoice = (id: string | null) =>
  bench.app.ok<InvoiceDetail>('getInvoice', { params: { id: id ?? '' } })
const move = (customerId: string, subscriptionId: string, planId: string) =>
  ({ purpose: 'subscription', customerId, subscriptionId, planId }) as const
const addOn = (customerId: string, subscriptionId: string) =>
  ({ purpose: 'addon_purchase', customerId, subscriptionId, planId: 'boost' }) as const

describe('a change of plan in a checkout', () => {
  it.each(['US', 'DE', 'FR'])(
    'to a higher plan costs the previewed amount and takes effect when it is paid (%s)',
    async (country) => {
      const customerId = `up-${country}`
      const id = await subscribed(customerId, 'basic', { country })
      const request = move(customerId, id, 'pro')
      const preview = await bench.preview(request)
      expect(preview).toMatchObject({
        mode: 'upgrade',
        dueToday: { kind: 'charge_now', cents: preview.total },
        warnings: [],
        details: { subscription: { planName: 'pro', subscriptionId: id, recurringAmount: 3_000 } },
      })
      expect(preview.total).toBeGreaterThan(0)
      const session = await bench.open(request)
      expect(await planOf(id)).toBe('basic')
      expect(await bench.open(request)).toEqual(session)
      await bench.payIn(session)
      await bench.drain()
      expect(await bench.status(session.id)).toMatchObject({
        status: 'completed',
        subscriptionId: id,
      })
      expect(await planOf(id)).toBe('pro')
      const taken = await bench.taken(customerId)
      expect(taken).toHaveLength(2)
      expect(taken).toContain(preview.total)
      const { balance } = await bench.wallet(customerId, 'images')
      expect(balance).toBe(preview.creditImpact?.afterBalance)
    },
  )

  it('to a higher plan has no effect if it is not paid', async () => {
    const id = await subscribed('stays')
    const session = await bench.open(move('stays', id, 'pro'))
    await bench.sweepAfter(24)
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'expired' })
    expect(await planOf(id)).toBe('basic')
    expect(await invoice(status.invoiceId)).toMatchObject({ status: 'void' })
    expect(await bench.taken('stays')).toEqual([1_000])
  })

  it('to a lower plan waits for the end of the period and costs nothing today', async () => {
    const id = await subscribed('down', 'pro')
    const { currentBillingPeriodEnd } = await subscription(id)
    const preview = await bench.preview(move('down', id, 'basic'))
    expect(preview).toMatchObject({
      mode: 'downgrade',
      dueToday: { kind: 'no_charge' },
      total: 0,
      schedule: { date: currentBillingPeriodEnd, amountCents: 1_000 },
    })
    const session = await bench.open(move('down', id, 'basic'))
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect((await subscription(id)).pendingChange).not.toBeNull()
  })

  it("rejects another customer's subscription and a coupon", async () => {
    const id = await subscribed('owner')
    await bench.customer('stranger')
    const foreign = move('stranger', id, 'pro')
    const unknown = { status: 404, code: 'not_found' }
    expect(await bench.noPreview(foreign)).toMatchObject(unknown)
    expect(await bench.noSession(foreign)).toMatchObject(unknown)
    expect(await bench.noPreview(addOn('stranger', id))).toMatchObject(unknown)
    expect(await bench.noSession(addOn('stranger', id))).toMatchObject(unknown)
    const coupon = { ...move('owner', id, 'pro'), couponCode: 'THIRD' }
    const refused = { status: 400, details: [{ path: 'couponCode' }] }
    expect(await bench.noPreview(coupon)).toMatchObject(refused)
    expect(await bench.noSession(coupon)).toMatchObject(refused)
  })
})

describe('an add-on in a checkout', () => {
  it('costs the previewed amount for the rest of the period and is added when it is paid', async () => {
    const id = await subscribed('adds')
    const preview = await bench.preview(addOn('adds', id))
    expect(preview).toMatchObject({
      purpose: 'addon_purchase',
      mode: 'new',
      dueToday: { kind: 'charge_now', cents: preview.total },
      details: { addonPurchase: { planName: 'boost', subscriptionId: id, recurringAmount: 500 } },
    })
    expect(preview.total).toBeLessThan(500)
    const session = await bench.open(addOn('adds', id))
    expect((await subscription(id)).items).toEqual([])
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect((await subscription(id)).items).toHaveLength(1)
    expect(await bench.taken('adds')).toContain(preview.total)
    const { balance } = await bench.wallet('adds', 'images')
    expect(balance).toBe(preview.creditImpact?.afterBalance)
    expect(await bench.noPreview(addOn('adds', id))).toMatchObject({ code: 'already_exists' })
  })
})

describe('an open invoice in a checkout', () => {
  it('is paid in the form, regardless of the collection method', async () => {
    const customerId = await bench.customer('owes', { kind: 'slg' })
    const { invoiceId } = (await bench.app.ok<SettlementOutcome>('createSubscription', {
      body: { customerId, planId: 'pro' },
    })) as { invoiceId: string }
    const request = { purpose: 'invoice_payment', customerId, invoiceId } as const
    const { number, dueAt } = await invoice(invoiceId)
    const preview = await bench.preview(request)
    expect(preview).toMatchObject({
      mode: 'payment',
      dueToday: { kind: 'charge_now', cents: 3_000, currency: 'usd' },
      lineItems: [{ subtotal: 3_000 }],
      total: 3_000,
      warnings: [{ code: 'customer_has_no_payment_method' }],
      details: { invoicePayment: { invoiceId, number, dueAt } },
    })
    const session = await bench.open(request, { uiMode: 'hosted' })
    expect(session.url).toContain(`/checkout/${session.id}#token=ey`)
    expect(await bench.open(request, { uiMode: 'hosted' })).toEqual(session)
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed', invoiceId })
    expect(await invoice(invoiceId)).toMatchObject({ status: 'paid' })
    expect(await bench.taken(customerId)).toEqual([preview.total])
    expect(await bench.preview(request)).toMatchObject({ dueToday: { kind: 'no_charge' } })
    const foreign = { ...request, customerId: await bench.customer('nosy') }
    expect(await bench.noPreview(foreign)).toMatchObject({ status: 404 })
    expect(await bench.noSession(foreign)).toMatchObject({ status: 404 })
  })

  it('can be neither previewed nor paid while another of its payments is pending', async () => {
    const customerId = await bench.customer('owes-parts', { kind: 'slg' })
    const { invoiceId } = (await bench.app.ok<SettlementOutcome>('createSubscription', {
      body: { customerId, planId: 'pro' },
    })) as { invoiceId: string }
    const request = { purpose: 'invoice_payment', customerId, invoiceId } as const
    await bench.app.ok('payInvoice', { params: { id: invoiceId }, body: { amount: 1_000 } })
    expect(await bench.noPreview(request)).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(await bench.noSession(request)).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('stays open if it is not paid before the session expires', async () => {
    const customerId = await bench.customer('owes-still', { kind: 'slg' })
    const { invoiceId } = (await bench.app.ok<SettlementOutcome>('createSubscription', {
      body: { customerId, planId: 'pro' },
    })) as { invoiceId: string }
    const request = { purpose: 'invoice_payment', customerId, invoiceId } as const
    const session = await bench.open(request)
    await bench.sweepAfter(24)
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired', invoiceId })
    expect(await invoice(invoiceId)).toMatchObject({ status: 'open' })
  })

  it('is paid as a renewal if the request names the subscription and its current plan', async () => {
    const customerId = 'past-due'
    const id = await subscribed(customerId)
    await bench.card(customerId, 'fails_later')
    bench.app.clock.advance({ days: 22 })
    await bench.run('renewDueSubscriptions')
    await bench.run('collectDueInvoices')
    await bench.drain()
    expect(await subscription(id)).toMatchObject({ status: 'past_due' })
    const request = move(customerId, id, 'basic')
    const preview = await bench.preview(request)
    expect(preview).toMatchObject({
      mode: 'renewal',
      dueToday: { kind: 'charge_now', cents: 1_000 },
      details: { subscription: { subscriptionId: id } },
    })
    const session = await bench.open(request)
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({
      status: 'completed',
      subscriptionId: id,
    })
    expect(await subscription(id)).toMatchObject({ status: 'active' })
    expect(await bench.taken(customerId)).toEqual([1_000, 1_000])
  })
})
