import type { SettlementOutcome } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SubscriptionBench, startSubscriptionBench } from '../testing/subscriptionBench.ts'

let bench: SubscriptionBench
beforeAll(async () => {
  bench = await startSubscriptionBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const clientOf = (outcome: SettlementOutcome) =>
  outcome.kind === 'requires_form' ? outcome.client : undefined

describe('a subscription to a free plan', () => {
  it('is active immediately, without an invoice', async () => {
    await bench.customer('free_1')
    const outcome = await bench.subscribe('free_1', 'free')
    expect(outcome).toMatchObject({ kind: 'created_no_charge', invoiceId: null, trialEndsAt: null })
    expect(await bench.list('free_1')).toMatchObject([
      {
        status: 'active',
        currentBillingPeriodStart: '2026-01-15T12:00:00.000Z',
        currentBillingPeriodEnd: '2026-02-15T12:00:00.000Z',
        billingAnchor: '2026-01-15T12:00:00.000Z',
        items: [],
        discount: null,
        pendingChange: null,
      },
    ])
    expect(await bench.invoices('free_1')).toEqual([])
    expect(await bench.access('free_1')).toBe(true)
    expect(await bench.eventTypes('free_1')).toEqual(['created', 'activated'])
  })
})

describe('a subscription to a paid plan', () => {
  it('is charged to the card on file', async () => {
    await bench.payer('card_1')
    const outcome = await bench.subscribe('card_1', 'pro')
    expect(outcome).toMatchObject({ kind: 'charged_inline', amount: 2_000, currency: 'usd' })
    const [subscription] = await bench.list('card_1')
    expect(subscription).toMatchObject({
      id: (outcome as { subscriptionId: string }).subscriptionId,
    })
    expect(subscription).toMatchObject({ status: 'active' })
    expect(await bench.invoices('card_1')).toMatchObject([
      { status: 'paid', total: 2_000, amountPaid: 2_000, reason: 'start', number: 'INV-000001' },
    ])
    expect(await bench.charges('card_1')).toMatchObject([{ amount: 2_000, status: 'succeeded' }])
    expect(await bench.balance('card_1')).toBe(100)
    expect(await bench.eventTypes('card_1')).toEqual(['created', 'activated'])
  })

  it('opens a form if there is no card, and starts when the form is paid', async () => {
    await bench.customer('form_1')
    const outcome = await bench.subscribe('form_1', 'pro')
    expect(outcome).toMatchObject({ kind: 'requires_form', amount: 2_000, currency: 'usd' })
    expect(await bench.list('form_1')).toMatchObject([{ status: 'incomplete' }])
    expect(await bench.access('form_1')).toBe(false)
    expect(await bench.balance('form_1')).toBe(0)
    await bench.pay(clientOf(outcome))
    await bench.tick()
    expect(await bench.list('form_1')).toMatchObject([{ status: 'active' }])
    expect(await bench.access('form_1')).toBe(true)
    expect(await bench.balance('form_1')).toBe(100)
  })

  it('stays incomplete if the card is declined, and a second attempt replaces it', async () => {
    await bench.customer('declined_1')
    await bench.card('declined_1', 'fails_later')
    const error = await bench.refused('declined_1', 'pro')
    expect(error).toMatchObject({ status: 402, code: 'card_declined' })
    const [waiting] = await bench.list('declined_1')
    expect(waiting?.status).toBe('incomplete')
    expect(error.details).toMatchObject({ subscriptionId: waiting?.id })
    await bench.card('declined_1')
    expect(await bench.subscribe('declined_1', 'pro')).toMatchObject({ kind: 'charged_inline' })
    expect((await bench.list('declined_1')).map(({ status }) => status)).toEqual([
      'active',
      'incomplete_expired',
    ])
    expect((await bench.invoices('declined_1')).map(({ status }) => status)).toEqual([
      'void',
      'paid',
    ])
  })

  it('is invoiced to a sales-led customer and starts immediately', async () => {
    await bench.customer('slg_1', { kind: 'slg' })
    const outcome = await bench.subscribe('slg_1', 'pro')
    const [invoice] = await bench.invoices('slg_1')
    expect(outcome).toMatchObject({
      kind: 'invoice_added',
      lineAmount: 2_000,
      invoiceId: invoice?.id,
    })
    expect(invoice).toMatchObject({ status: 'open', collectionMethod: 'send_invoice' })
    expect(await bench.list('slg_1')).toMatchObject([{ status: 'active' }])
    expect(await bench.charges('slg_1')).toEqual([])
  })

  it('is created once per Idempotency-Key', async () => {
    await bench.payer('key_1')
    const again = { headers: { 'idempotency-key': 'sub-key-1' } }
    const first = await bench.subscribe('key_1', 'pro', {}, again)
    expect(await bench.subscribe('key_1', 'pro', {}, again)).toEqual(first)
    expect(await bench.charges('key_1')).toHaveLength(1)
  })
})

describe('seats', () => {
  it("are billed in the requested number, or else in the plan's default number", async () => {
    await bench.payer('seats_1')
    await bench.subscribe('seats_1', 'team', { quantities: { seats: 5 } })
    expect(await bench.list('seats_1')).toMatchObject([{ quantities: { seats: 5 } }])
    expect(await bench.invoices('seats_1')).toMatchObject([
      {
        total: 1_000 + 5 * 500 + 300,
        lines: [{ subtotal: 1_000 }, { subtotal: 2_500 }, { subtotal: 300, type: 'one_off' }],
      },
    ])
    await bench.payer('seats_2')
    const { quantities } = await bench.subscribed('seats_2', 'team')
    expect(quantities).toEqual({ seats: 2 })
  })
})

describe('several subscriptions', () => {
  it('to different products can coexist', async () => {
    await bench.payer('two_1')
    await bench.subscribe('two_1', 'pro')
    await bench.subscribe('two_1', 'extra')
    expect(await bench.list('two_1')).toMatchObject([{ status: 'active' }, { status: 'active' }])
  })

  it('to the same product are refused, and the error names the existing subscription', async () => {
    await bench.payer('two_2')
    const { id } = await bench.subscribed('two_2', 'pro')
    expect(await bench.refused('two_2', 'free')).toMatchObject({
      status: 409,
      code: 'already_subscribed',
      message: expect.stringContaining('/change'),
      details: { subscriptionId: id },
    })
    await bench.customer('two_3')
    await bench.subscribe('two_3', 'pro')
    expect(await bench.refused('two_3', 'pro')).toMatchObject({ code: 'already_subscribed' })
  })
})

describe('an anchor set by the merchant', () => {
  it('shortens the first period and reduces its price', async () => {
    await bench.payer('anchor_1')
    const subscription = await bench.subscribed('anchor_1', 'pro', {
      billingAnchor: '2026-02-01T00:00:00Z',
    })
    expect(subscription).toMatchObject({
      currentBillingPeriodStart: '2026-01-15T12:00:00.000Z',
      currentBillingPeriodEnd: '2026-02-01T00:00:00.000Z',
      billingAnchor: '2026-02-01T00:00:00.000Z',
    })
    // The price is for 16.5 of the 31 days of January.
    expect(await bench.invoices('anchor_1')).toMatchObject([{ total: 1_065 }])
  })
})

describe('a creation is refused for', () => {
  it.each([
    ['an unknown plan', 'none', {}, 404, 'not_found'],
    ['a plan that is not on sale', 'draft', {}, 409, 'plan_inactive'],
    ['an add-on without a subscription', 'addon', {}, 400, 'invalid_request'],
    ['a plan in another currency', 'euro', {}, 409, 'currency_mismatch'],
    [
      'seats of a plan that sells none',
      'pro',
      { quantities: { seats: 2 } },
      400,
      'invalid_request',
    ],
    ['negative seats', 'team', { quantities: { seats: -1 } }, 400, 'invalid_request'],
    ['fractional seats', 'team', { quantities: { seats: 1.5 } }, 400, 'invalid_request'],
    ['a start in the past', 'pro', { startsAt: '2026-01-15T11:59:59Z' }, 400, 'invalid_request'],
    ['an unknown coupon', 'pro', { couponCode: 'NOPE' }, 404, 'not_found'],
  ])('%s', async (_name, plan, body, status, code) => {
    await bench.payer('refused')
    expect(await bench.refused('refused', plan, body)).toMatchObject({ status, code })
    expect(await bench.list('refused')).toEqual([])
    expect(await bench.invoices('refused')).toEqual([])
  })

  it('terms that only the merchant may set', async () => {
    await bench.payer('portal_1')
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId: 'portal_1' },
    })
    const call = { token }
    for (const terms of [
      { trialDays: 3 },
      { billingAnchor: '2026-02-01T00:00:00Z' },
      { startsAt: '2026-02-01T00:00:00Z' },
      { metadata: {} },
    ]) {
      const body = { planId: 'pro', ...terms }
      expect(await bench.app.fails('createSubscription', { ...call, body })).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    }
    const outcome = await bench.app.ok('createSubscription', { ...call, body: { planId: 'pro' } })
    expect(outcome).toMatchObject({ kind: 'charged_inline' })
  })
})
