import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'

let bench: TopUpBench
const pack = (slug: string, more: object = {}) =>
  bench.app.ok<{ id: string }>('createCreditPackage', {
    body: {
      name: slug,
      slug,
      creditCurrencyId: 'images',
      credits: 10,
      price: 100,
      currency: 'usd',
      ...more,
    },
  })
const refuse = (id: string, body: object, more: object = {}) =>
  bench.app.fails('buyCreditPackage', { params: { id }, body, ...more })

beforeAll(async () => {
  bench = await startTopUpBench()
  await pack('free', { price: 0, credits: 25 })
})
afterAll(async () => {
  await bench.drain()
  await bench.expectSound()
  await bench.stop()
})

describe('a credit package', () => {
  it('is charged and grants its credits with its priority, expiry and name', async () => {
    const customerId = await bench.customer('buyer')
    await bench.card(customerId)
    const outcome = await bench.buy(customerId)
    const wallet = await bench.wallet(customerId, 'images')
    expect(outcome).toMatchObject({
      kind: 'charged_inline',
      amount: 2_500,
      currency: 'usd',
      grantId: wallet.grants[0]?.id,
    })
    const { rows } = await bench.app.pool.query(
      'SELECT description, credit_package_id FROM credit_grants WHERE id = $1',
      [wallet.grants[0]?.id],
    )
    expect(rows).toEqual([
      { description: '500 images', credit_package_id: expect.stringMatching(/./) },
    ])
    expect(wallet).toMatchObject({
      balance: 500,
      grants: [
        {
          amount: 500,
          priority: 7,
          expiresAt: new Date(bench.app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
          metadata: { source: 'credit_package', trigger: 'manual' },
        },
      ],
    })
    expect(await bench.ledger(customerId)).toMatchObject([
      { type: 'CREDIT', reason: 'PACKAGE_PURCHASE', amount: 500 },
    ])
    expect((await bench.attempts(customerId))[0]).toMatchObject({
      status: 'succeeded',
      amount: 500,
      chargeAmount: 2_500,
    })
    expect((await bench.book(customerId)).charges).toMatchObject([{ amount: 2_500 }])
  })

  it('grants the terms at the time of purchase, even if the package changes in the meantime', async () => {
    const { id } = await pack('changing', { credits: 40, price: 400 })
    const customerId = await bench.customer('promised')
    const outcome = await bench.buy(customerId, 'changing', { forceForm: true })
    expect(outcome).toMatchObject({ kind: 'requires_form', amount: 400 })
    await bench.app.ok('archiveCreditPackage', { params: { id } })
    await bench.pay((outcome as unknown as { client: { token: string } }).client)
    await bench.drain()
    expect((await bench.wallet(customerId, 'images')).balance).toBe(40)
  })

  it('can be bought without a card if it costs nothing', async () => {
    const customerId = await bench.customer('thrifty')
    const outcome = await bench.buy(customerId, 'free')
    expect(outcome).toMatchObject({ kind: 'no_action', reason: expect.stringContaining('nothing') })
    expect((await bench.wallet(customerId, 'images')).balance).toBe(25)
    expect((await bench.attempts(customerId))[0]).toMatchObject({
      status: 'succeeded',
      chargeAmount: 0,
    })
    expect(await bench.owed(customerId)).toEqual([])
    expect((await bench.book(customerId)).charges).toEqual([])
  })

  it('is rejected without a payment method, and nothing is written', async () => {
    const customerId = await bench.customer('cardless')
    const error = await refuse('images-500', { customerId })
    expect(error).toMatchObject({ status: 402, code: 'PACKAGE_REQUIRES_PM' })
    expect(error.message).toContain('/v1/payment-methods/setup')
    expect(await bench.attempts(customerId)).toEqual([])
    await expect(bench.wallet(customerId, 'images')).rejects.toThrow('no wallet')
  })

  it('is added to the next invoice of a sales-led customer', async () => {
    const customerId = await bench.customer('invoiced', { collectionMethod: 'send_invoice' })
    const outcome = await bench.buy(customerId)
    expect(outcome).toMatchObject({ kind: 'invoice_added', lineAmount: 2_500, currency: 'usd' })
    expect((await bench.wallet(customerId, 'images')).balance).toBe(500)
    expect(await bench.owed(customerId)).toMatchObject([{ amount: 2_500, currency: 'usd' }])
    expect((await bench.book(customerId)).charges).toEqual([])
  })

  it('grants nothing if the card is declined', async () => {
    const customerId = await bench.customer('declined')
    await bench.card(customerId, 'insufficient_funds')
    expect(await refuse('images-500', { customerId })).toMatchObject({
      status: 402,
      code: 'card_declined',
      details: { declineCode: 'insufficient_funds' },
    })
    expect((await bench.wallet(customerId, 'images')).balance).toBe(0)
  })

  it('cannot be bought if it is archived, or if it or the customer is unknown', async () => {
    const { id } = await pack('old')
    const customerId = await bench.customer('late')
    await bench.card(customerId)
    await bench.app.ok('archiveCreditPackage', { params: { id } })
    expect(await refuse('old', { customerId })).toMatchObject({ status: 409 })
    expect(await refuse('none', { customerId })).toMatchObject({ status: 404 })
    expect(await refuse('images-500', { customerId: 'nobody' })).toMatchObject({ status: 404 })
    expect(await bench.attempts(customerId)).toEqual([])
  })

  it('can be bought in the portal only for the customer of the session', async () => {
    const customerId = await bench.customer('portal')
    const other = await bench.customer('neighbour')
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId },
    })
    expect(await refuse('free', { customerId: other }, { token })).toMatchObject({ status: 403 })
    await bench.app.ok('buyCreditPackage', { token, params: { id: 'free' }, body: {} })
    expect((await bench.wallet(customerId, 'images')).balance).toBe(25)
    expect(await bench.attempts(other)).toEqual([])
  })
})
