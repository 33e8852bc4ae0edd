import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'

let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench()
})
afterAll(async () => {
  await bench.drain()
  await bench.expectSound()
  await bench.stop()
})

const currency = (slug: string, denomination: string, more: object = {}) =>
  bench.app.ok('createCreditCurrency', { body: { name: slug, slug, denomination, ...more } })

describe('a top-up', () => {
  it('is charged immediately for a self-serve customer with a card', async () => {
    const customerId = await bench.customer('charged')
    await bench.card(customerId)
    const outcome = await bench.topUp(customerId, 1_250)
    expect(outcome).toMatchObject({ kind: 'charged_inline', amount: 1_250, currency: 'usd' })
    const wallet = await bench.wallet(customerId)
    expect(wallet.balance).toBe(1_250)
    expect(wallet.grants[0]).toMatchObject({ amount: 1_250, metadata: { source: 'topup' } })
    const { charges } = await bench.book(customerId)
    expect(charges).toMatchObject([{ amount: 1_250, currency: 'usd', status: 'succeeded' }])
    const [attempt] = await bench.attempts(customerId)
    expect(attempt).toMatchObject({
      id: charges[0]?.attemptId,
      status: 'succeeded',
      triggerSource: 'manual',
      fundingMethod: 'charge_automatically',
      amount: 1_250,
      chargeAmount: 1_250,
      balanceAtFire: 0,
      grantId: wallet.grants[0]?.id,
    })
    expect(outcome).toMatchObject({ grantId: attempt?.grantId, paymentId: attempt?.paymentId })
    expect(await bench.ledger(customerId)).toMatchObject([
      { type: 'CREDIT', reason: 'TOP_UP', amount: 1_250 },
    ])
    expect(await bench.eventTypes(customerId)).toEqual(['payment.succeeded', 'topup.succeeded'])
    // The provider's webhook arrives too and changes nothing.
    await bench.drain()
    expect((await bench.wallet(customerId)).balance).toBe(1_250)
    expect(await bench.eventTypes(customerId)).toHaveLength(2)
  })

  it('is rejected without a payment method, and nothing is written', async () => {
    const customerId = await bench.customer('cardless')
    const error = await bench.noTopUp(customerId)
    expect(error).toMatchObject({ status: 402, code: 'TOPUP_REQUIRES_PM' })
    expect(error.message).toContain('/v1/payment-methods/setup')
    expect(await bench.attempts(customerId)).toEqual([])
    expect(await bench.book(customerId)).toEqual({ charges: [], refunds: [] })
    await expect(bench.wallet(customerId)).rejects.toThrow('no wallet')
    expect(await bench.eventTypes(customerId)).toEqual([])
  })

  it('grants the credits now and is billed later for a sales-led customer', async () => {
    const customerId = await bench.customer('invoiced', { collectionMethod: 'send_invoice' })
    const outcome = await bench.topUp(customerId, 7_700)
    const [attempt] = await bench.attempts(customerId)
    expect(outcome).toEqual({
      kind: 'invoice_added',
      lineAmount: 7_700,
      currency: 'usd',
      invoiceId: null,
      subscriptionId: null,
      grantId: attempt?.grantId,
    })
    expect(attempt).toMatchObject({ status: 'succeeded', fundingMethod: 'send_invoice' })
    expect((await bench.wallet(customerId)).balance).toBe(7_700)
    expect(await bench.owed(customerId)).toEqual([
      { amount: 7_700, currency: 'usd', source: attempt?.id },
    ])
    await bench.drain()
    expect(await bench.book(customerId)).toEqual({ charges: [], refunds: [] })
  })

  it.each([
    ['decline', 'generic_decline', /another card/],
    ['insufficient_funds', 'insufficient_funds', /insufficient funds/],
    ['lost_card', 'lost_card', /another card/],
    ['stolen_card', 'stolen_card', /another card/],
    ['expired_card', 'expired_card', /expired/],
    ['processing_error', 'processing_error', /Try again in a moment/],
    ['fails_later', 'generic_decline', /another card/],
  ])('fails with the reason if the test card is %s', async (behaviour, declineCode, advice) => {
    const customerId = await bench.customer(`refused-${behaviour}`)
    await bench.card(customerId, behaviour)
    const error = await bench.noTopUp(customerId)
    const [attempt] = await bench.attempts(customerId)
    expect(error).toMatchObject({
      status: 402,
      code: 'card_declined',
      details: { declineCode, attemptId: attempt?.id, paymentId: attempt?.paymentId },
    })
    expect(error.message).toMatch(advice)
    expect(attempt).toMatchObject({
      status: 'failed',
      errorCode: declineCode,
      errorMessage: error.message,
      grantId: null,
    })
    expect((await bench.wallet(customerId)).balance).toBe(0)
    expect(await bench.eventTypes(customerId)).toEqual(['payment.failed', 'topup.failed'])
    // Paying with another card is a new attempt.
    await bench.card(customerId)
    await bench.topUp(customerId, 300)
    expect((await bench.wallet(customerId)).balance).toBe(300)
  })

  it('is refunded if the wallet is too full to take it', async () => {
    const customerId = await bench.customer('full')
    await bench.card(customerId)
    await bench.grant(customerId, 999_999_999_999_000)
    const error = await bench.noTopUp(customerId)
    expect(error).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(error.message).toContain('being refunded')
    expect((await bench.attempts(customerId))[0]).toMatchObject({
      status: 'failed',
      errorCode: 'not_grantable',
    })
    await bench.drain()
    const { charges, refunds } = await bench.book(customerId)
    expect(charges).toHaveLength(1)
    expect(refunds).toMatchObject([{ amount: 1_000, status: 'succeeded' }])
  })
})

describe('a top-up is refused', () => {
  it.each([[0], [-1], [0.5], ['abc'], [true], [null], [1e15], ['0.5']])(
    'for an amount of %j',
    async (amountCents) => {
      const customerId = await bench.customer('amounts')
      await bench.card(customerId)
      const error = await bench.noTopUp(customerId, { amountCents })
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_request',
        details: expect.arrayContaining([expect.objectContaining({ path: 'amountCents' })]),
      })
      expect(await bench.attempts(customerId)).toEqual([])
    },
  )

  it('in a currency that counts units, with the endpoint to use instead', async () => {
    const customerId = await bench.customer('counting')
    const error = await bench.noTopUp(customerId, { creditCurrencyId: 'images' })
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(error.message).toContain('/v1/credits/packages/:id/purchase')
  })

  it('in an unknown or an archived currency, and for an unknown customer', async () => {
    const customerId = await bench.customer('lost')
    await bench.card(customerId)
    expect(await bench.noTopUp(customerId, { creditCurrencyId: 'none' })).toMatchObject({
      status: 404,
    })
    const { id } = (await currency('old-money', 'usd')) as { id: string }
    await bench.app.ok('archiveCreditCurrency', { params: { id } })
    expect(await bench.noTopUp(customerId, { creditCurrencyId: 'old-money' })).toMatchObject({
      status: 409,
      code: 'invalid_state',
    })
    expect(await bench.noTopUp('nobody')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await bench.attempts(customerId)).toEqual([])
  })

  it.each(['frozen', 'closed'])('while the wallet is %s', async (status) => {
    const customerId = await bench.customer(`wallet-${status}`)
    await bench.card(customerId)
    await bench.grant(customerId, 5)
    await bench.app.pool.query('UPDATE credit_accounts SET status = $2 WHERE customer_id = $1', [
      customerId,
      status,
    ])
    const error = await bench.noTopUp(customerId)
    expect(error).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(error.message).toContain(status)
    expect(await bench.attempts(customerId)).toEqual([])
    expect((await bench.book(customerId)).charges).toEqual([])
  })

  it('in the portal for any customer except that of the session', async () => {
    const customerId = await bench.customer('portal')
    const other = await bench.customer('neighbour')
    await bench.card(customerId)
    await bench.card(other)
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId },
    })
    const body = { creditCurrencyId: 'money', amountCents: 400 }
    const named = { token, body: { ...body, customerId: other } }
    expect(await bench.app.fails('topUp', named)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await bench.attempts(other)).toEqual([])
    await bench.app.ok('topUp', { token, body })
    expect((await bench.wallet(customerId)).balance).toBe(400)
  })
})

describe('a money wallet', () => {
  it.each([
    ['jpy', 500, 500],
    ['kwd', 1_234, 1_234],
  ])(
    "in %s is charged in the currency's minor units",
    async (denomination, amountCents, charged) => {
      await currency(denomination, denomination)
      const customerId = await bench.customer(`money-${denomination}`)
      await bench.card(customerId)
      const outcome = await bench.topUp(customerId, amountCents, {
        body: { creditCurrencyId: denomination },
      })
      expect(outcome).toMatchObject({ amount: charged, currency: denomination })
      expect((await bench.book(customerId)).charges).toMatchObject([
        { amount: charged, currency: denomination },
      ])
      expect((await bench.wallet(customerId, denomination)).balance).toBe(amountCents)
    },
  )

  it('may use smaller units than its currency if the charge is a whole number', async () => {
    await currency('mills', 'usd', { minorUnitScale: 5 })
    const customerId = await bench.customer('finer')
    await bench.card(customerId)
    const fine = { creditCurrencyId: 'mills' }
    expect(await bench.noTopUp(customerId, { ...fine, amountCents: 1_500 })).toMatchObject({
      status: 400,
      details: [{ path: 'amountCents' }],
    })
    const outcome = await bench.topUp(customerId, 15_000, { body: fine })
    expect(outcome).toMatchObject({ amount: 15, currency: 'usd' })
    expect((await bench.wallet(customerId, 'mills')).balance).toBe(15_000)
    expect((await bench.attempts(customerId))[0]).toMatchObject({
      amount: 15_000,
      chargeAmount: 15,
    })
  })

  it('may use larger units than its currency, up to the largest safe number', async () => {
    await currency('dollars', 'usd', { minorUnitScale: 0 })
    const customerId = await bench.customer('coarser')
    await bench.card(customerId)
    const coarse = { creditCurrencyId: 'dollars' }
    const outcome = await bench.topUp(customerId, 15, { body: coarse })
    expect(outcome).toMatchObject({ amount: 1_500, currency: 'usd' })
    expect((await bench.wallet(customerId, 'dollars')).balance).toBe(15)
    const tooMuch = { ...coarse, amountCents: 999_999_999_999_999 }
    expect(await bench.noTopUp(customerId, tooMuch)).toMatchObject({
      status: 400,
      details: [{ path: 'amountCents' }],
    })
  })
})
