import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutBench, startCheckoutBench } from '../testing/checkoutBench.ts'

let bench: CheckoutBench
beforeAll(async () => {
  bench = await startCheckoutBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

const topUp = (customerId: string, amountCents = 2_000) =>
  ({ purpose: 'credit_topup', customerId, creditCurrencyId: 'money', amountCents }) as const
const pack = (customerId: string) =>
  ({ purpose: 'credit_package', customerId, creditPackageId: 'images-500' }) as const

describe('a preview of credits', () => {
  it.each([1, 99, 1_000, 123_457])('shows the price and effect of %i cents', async (amount) => {
    const customerId = await bench.customer(`preview-${amount}`)
    await bench.grant(customerId, 250)
    const preview = await bench.preview(topUp(customerId, amount))
    expect(preview).toMatchObject({
      purpose: 'credit_topup',
      mode: 'payment',
      currency: 'usd',
      dueToday: { kind: 'charge_now', cents: amount, currency: 'usd' },
      lineItems: [
        { description: 'Top-up of Money', unitAmount: amount, quantity: 1, subtotal: amount },
      ],
      subtotal: amount,
      discount: 0,
      creditsApplied: 0,
      tax: 0,
      total: amount,
      creditImpact: {
        currencyName: 'Money',
        denomination: 'usd',
        minorUnitScale: 2,
        currentBalance: 250,
        delta: amount,
        afterBalance: 250 + amount,
      },
      details: { creditTopup: { credits: amount } },
    })
    await bench.payIn(await bench.open(topUp(customerId, amount)))
    await bench.drain()
    expect(await bench.taken(customerId)).toEqual([preview.total])
    const { balance } = await bench.wallet(customerId)
    expect(balance).toBe(preview.creditImpact?.afterBalance)
  })

  it('for a package shows its price and credits', async () => {
    const customerId = await bench.customer('package')
    const preview = await bench.preview(pack(customerId))
    expect(preview).toMatchObject({
      dueToday: { kind: 'charge_now', cents: 2_500 },
      total: 2_500,
      creditImpact: { currencyName: 'Images', currentBalance: 0, delta: 500, afterBalance: 500 },
      details: { creditPackage: { name: '500 images', credits: 500 } },
    })
    await bench.payIn(await bench.open(pack(customerId)))
    await bench.drain()
    expect(await bench.taken(customerId)).toEqual([preview.total])
    expect(await bench.wallet(customerId, 'images')).toMatchObject({ balance: 500 })
  })

  it('shows a warning only to customers without a card', async () => {
    const customerId = await bench.customer('cardless')
    expect((await bench.preview(topUp(customerId))).warnings).toEqual([
      { code: 'customer_has_no_payment_method' },
    ])
    await bench.card(customerId)
    expect((await bench.preview(topUp(customerId))).warnings).toEqual([])
  })

  it('for a sales-led customer announces the amount for the next invoice', async () => {
    const customerId = await bench.customer('slg', {
      kind: 'slg',
      netDays: 14,
      timezone: 'Europe/Berlin',
    })
    const preview = await bench.preview(topUp(customerId))
    expect(preview).toMatchObject({
      dueToday: {
        kind: 'invoice_later',
        cents: 2_000,
        netDays: 14,
        // The end of January in Berlin.
        estimatedDate: '2026-01-31T23:00:00.000Z',
      },
      warnings: [],
    })
    const session = await bench.open(topUp(customerId))
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await bench.owed(customerId)).toMatchObject([{ amount: 2_000, currency: 'usd' }])
    expect(await bench.taken(customerId)).toEqual([])
    expect(await bench.checkouts(customerId)).toHaveLength(1)
  })

  it('ignores expired credits', async () => {
    const customerId = await bench.customer('expired')
    const expiresAt = new Date(bench.app.clock.now().getTime() + 60_000).toISOString()
    await bench.grant(customerId, 700, { expiresAt })
    bench.app.clock.advance({ minutes: 1 })
    expect((await bench.preview(topUp(customerId))).creditImpact).toMatchObject({
      currentBalance: 0,
      afterBalance: 2_000,
    })
  })

  it.each([
    ['an unknown customer', topUp('nobody'), 404, 'not_found'],
    ['an unknown currency', { ...topUp('bad'), creditCurrencyId: 'gold' }, 404, 'not_found'],
    [
      'a currency of units',
      { ...topUp('bad'), creditCurrencyId: 'images' },
      400,
      'invalid_request',
    ],
    ['an unknown package', { ...pack('bad'), creditPackageId: 'gone' }, 404, 'not_found'],
    ['no customer', { ...topUp('bad'), customerId: undefined }, 400, 'invalid_request'],
  ] as const)(
    'with %s is rejected, and so is the session',
    async (_what, request, status, code) => {
      await bench.customer('bad')
      expect(await bench.noPreview(request)).toMatchObject({ status, code })
      expect(await bench.noSession(request)).toMatchObject({ status, code })
    },
  )

  it('for a frozen wallet is rejected, and so is the session', async () => {
    const customerId = await bench.customer('frozen')
    await bench.grant(customerId, 10)
    await bench.app.pool.query(
      `UPDATE credit_accounts SET status = 'frozen' WHERE customer_id = 'frozen'`,
    )
    const refused = { status: 409, code: 'invalid_state' }
    expect(await bench.noPreview(topUp(customerId))).toMatchObject(refused)
    expect(await bench.noSession(topUp(customerId))).toMatchObject(refused)
  })
})

describe('a session for credits', () => {
  it('opens a form even with a card on file, and is completed by the payment', async () => {
    const customerId = await bench.customer('form')
    await bench.card(customerId)
    const session = await bench.open(topUp(customerId))
    expect(session).toMatchObject({
      url: expect.stringContaining(`${bench.app.url}/checkout/${session.id}#token=ey`),
      client: { provider: 'sandbox', url: null },
      expiresAt: new Date(bench.app.clock.now().getTime() + 24 * 60 * 60 * 1000).toISOString(),
    })
    const nothingYet = { completedAt: null, subscriptionId: null, invoiceId: null }
    expect(await bench.status(session.id)).toEqual({
      id: session.id,
      status: 'pending',
      ...nothingYet,
    })
    expect(await bench.payIn(session)).toBe('succeeded')
    await bench.drain()
    const completedAt = bench.app.clock.now().toISOString()
    const completed = { id: session.id, status: 'completed', ...nothingYet, completedAt }
    expect(await bench.status(session.id)).toEqual(completed)
    expect(await bench.wallet(customerId)).toMatchObject({ balance: 2_000 })
    expect(await bench.checkouts(customerId)).toEqual([
      {
        type: 'checkout.completed',
        payload: { ...completed, customerId, purpose: 'credit_topup' },
      },
    ])
  })

  it('can be paid in the form on its hosted page', async () => {
    const customerId = await bench.customer('hosted')
    const urls = { successUrl: 'https://acme.test/done', cancelUrl: 'https://acme.test/back' }
    const session = await bench.open(topUp(customerId), { uiMode: 'hosted', ...urls })
    expect(session).not.toHaveProperty('client')
    expect(session.url).toContain(`${bench.app.url}/checkout/${session.id}#token=ey`)
    expect(await bench.page(session)).toMatchObject({ ...urls, status: 'pending', dueToday: 2_000 })
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await bench.form(session)).toEqual({ client: null, status: 'completed' })
  })

  it('stays pending after a declined card, and another card completes it', async () => {
    const customerId = await bench.customer('declined')
    const session = await bench.open(pack(customerId))
    expect(await bench.payIn(session, 'decline')).toBe('requires_method')
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    expect(await bench.checkouts(customerId)).toEqual([])
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
  })

  it('is created once for repeated requests with the same idempotency key', async () => {
    const customerId = await bench.customer('twice')
    const headers = { 'idempotency-key': 'checkout-1' }
    const first = await bench.open(topUp(customerId), { headers })
    expect(await bench.open(topUp(customerId), { headers })).toEqual(first)
    expect(await bench.attempts(customerId)).toHaveLength(1)
    const other = await bench.open(topUp(customerId))
    expect(other.id).not.toBe(first.id)
    expect(await bench.attempts(customerId)).toHaveLength(2)
  })

  it('answers 503 if the form cannot be opened, and a repeated request opens it', async () => {
    const customerId = await bench.customer('faulty')
    const headers = { 'idempotency-key': 'checkout-2' }
    await bench.faults({ operation: 'charge', effect: 'error', times: 1, customerId })
    expect(await bench.noSession(topUp(customerId), { headers })).toMatchObject({ status: 503 })
    const session = await bench.open(topUp(customerId), { headers })
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await bench.taken(customerId)).toEqual([2_000])
  })

  it('is completed immediately if it costs nothing', async () => {
    await bench.app.ok('createCreditPackage', {
      body: {
        name: 'Free',
        slug: 'free',
        creditCurrencyId: 'images',
        credits: 5,
        price: 0,
        currency: 'usd',
      },
    })
    const customerId = await bench.customer('free')
    const request = { ...pack(customerId), creditPackageId: 'free' }
    expect(await bench.preview(request)).toMatchObject({
      dueToday: { kind: 'no_charge' },
      total: 0,
      warnings: [],
    })
    const successUrl = 'https://acme.test/done'
    const session = await bench.open(request, { uiMode: 'hosted', successUrl })
    expect(session).toMatchObject({ url: successUrl })
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    const shown = await bench.open(request, { uiMode: 'hosted' })
    expect(await bench.page(shown)).toMatchObject({ status: 'completed', dueToday: 0 })
    expect(await bench.wallet(customerId, 'images')).toMatchObject({ balance: 10 })
  })
})
