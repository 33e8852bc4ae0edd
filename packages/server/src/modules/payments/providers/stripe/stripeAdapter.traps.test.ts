import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentProvider, ProviderUnavailable } from '../../provider.ts'
import { connectTo, STRIPE_KEYS, signDelivery, stripeEvent } from './testing/makeStripeBench.ts'
import { type FakeStripe, startFakeStripe } from './testing/startFakeStripe.ts'

/**
 * Surprising behavior of SDK 23.1. The tests show it and prove that it causes no harm in Purser.
 */
let fake: FakeStripe
let provider: PaymentProvider
let bare: Stripe
let customer: string
beforeAll(async () => {
  fake = await startFakeStripe()
  provider = connectTo(fake)
  bare = new Stripe(STRIPE_KEYS.secretKey, { ...fake.address, maxNetworkRetries: 0 })
  customer = await provider.ensureCustomer({ customerId: 'acme', name: null, email: null })
})
afterAll(() => fake.stop())

const CREATE = 'POST /v1/payment_intents'
let attempts = 0
const newCharge = () => {
  attempts += 1
  return {
    attemptId: `attempt_${attempts}`,
    providerCustomerId: customer,
    amount: 1250,
    currency: 'usd',
    description: 'Credits',
    providerMethodId: fake.book.saveMethod(customer, 'success'),
  }
}

describe('an unexpected JSON answer', () => {
  const strange = (status: number, body: unknown) => ({
    isCarriedOut: false,
    answer: { status, body: JSON.stringify(body) },
  })

  it('is a success for the SDK with any status unless it contains an error', async () => {
    fake.strike('GET /v1/payment_intents/{intent}', strange(500, { message: 'no upstream' }))
    await expect(bare.paymentIntents.retrieve('pi_1')).resolves.toMatchObject({
      message: 'no upstream',
    })
  })

  const bodies: [string, number, unknown][] = [
    ['a 404 of a proxy', 404, { message: 'Not found' }],
    ['a 500 of a proxy', 500, { message: 'no upstream' }],
    ['a 200 with other JSON', 200, { ok: true }],
    ['an object of another kind', 200, { object: 'customer', id: 'cus_1' }],
    ['an object without an id', 200, { object: 'payment_intent', status: 'succeeded' }],
    [
      'a payment with an error status',
      500,
      { object: 'payment_intent', id: 'pi_1', status: 'succeeded' },
    ],
  ]
  it.each(bodies)('proves nothing about a charge: %s', async (_what, status, body) => {
    fake.strike(CREATE, strange(status, body))
    expect(await provider.charge(newCharge())).toMatchObject({ kind: 'unknown' })
  })

  it.each(bodies)('proves nothing about other calls: %s', async (_what, status, body) => {
    const strike = (operation: string) => fake.strike(operation, strange(status, body))
    const charge = newCharge()
    strike('GET /v1/payment_intents')
    expect(await provider.lookUpPayment({ ...charge, providerPaymentId: null })).toMatchObject({
      kind: 'unknown',
    })
    const refund = { refundId: 'r', providerPaymentId: 'pi_1' }
    strike('POST /v1/refunds')
    expect(await provider.refund({ ...refund, amount: 1, currency: 'usd' })).toMatchObject({
      kind: 'unknown',
    })
    strike('GET /v1/refunds')
    expect(await provider.lookUpRefund({ ...refund, providerRefundId: null })).toMatchObject({
      kind: 'unknown',
    })
    strike('GET /v1/payment_methods/{payment_method}')
    const method = provider.lookUpMethod('pm_1')
    await expect(method).rejects.toBeInstanceOf(ProviderUnavailable)
    strike('GET /v1/disputes/{dispute}')
    const dispute = provider.lookUpDispute('dp_1')
    await expect(dispute).rejects.toBeInstanceOf(ProviderUnavailable)
    strike('POST /v1/payment_methods/{payment_method}/detach')
    const detached = provider.detachMethod(charge.providerMethodId)
    await expect(detached).rejects.toBeInstanceOf(ProviderUnavailable)
    strike('POST /v1/setup_intents')
    const setup = provider.startSetup({
      setupId: 's',
      providerCustomerId: customer,
      uiMode: 'embedded',
      successUrl: null,
      cancelUrl: null,
    })
    await expect(setup).rejects.toBeInstanceOf(ProviderUnavailable)
  })

  it('is not accepted as a new customer', async () => {
    fake.strike('POST /v1/customers', strange(200, { object: 'list', data: [] }))
    const call = provider.ensureCustomer({ customerId: 'x', name: null, email: null })
    await expect(call).rejects.toBeInstanceOf(ProviderUnavailable)
  })
})

describe('a request that the SDK resends after a broken connection, although retries are off', () => {
  it('charges once, because it has the same key', async () => {
    const charge = newCharge()
    const before = fake.requests.length
    const chargedBefore = fake.book.chargedTo(customer)
    fake.strike(CREATE, { isCarriedOut: true, answer: 'reset' })
    expect(await provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
    const sent = fake.requests.slice(before)
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
      charge.attemptId,
      charge.attemptId,
    ])
    expect(fake.book.chargedTo(customer) - chargedBefore).toBe(charge.amount)
  })

  it('is unknown if the connection breaks again, and a lookup by attempt finds the charge', async () => {
    const charge = newCharge()
    const chargedBefore = fake.book.chargedTo(customer)
    fake.strike(CREATE, { isCarriedOut: true, answer: 'reset' })
    fake.strike(CREATE, { isCarriedOut: true, answer: 'reset' })
    expect(await provider.charge(charge)).toMatchObject({ kind: 'unknown' })
    const found = await provider.lookUpPayment({ ...charge, providerPaymentId: null })
    expect(found).toMatchObject({ kind: 'succeeded' })
    expect(fake.book.chargedTo(customer) - chargedBefore).toBe(charge.amount)
  })

  it.each([
    [
      'POST /v1/payment_methods/{payment_method}/detach',
      () => provider.detachMethod(fake.book.saveMethod(customer, 'success')),
    ],
    [
      'POST /v1/customers',
      () => provider.ensureCustomer({ customerId: 'y', name: null, email: null }),
    ],
  ] as const)('has the same key: %s', async (operation, call) => {
    const before = fake.requests.length
    fake.strike(operation, { isCarriedOut: true, answer: 'reset' })
    await call()
    const keys = fake.requests.slice(before).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('a signature from the future', () => {
  const now = new Date('2026-01-15T12:00:00Z')
  const tomorrow = new Date('2026-01-16T12:00:00Z')
  const delivery = signDelivery(stripeEvent('evt_1', 'customer.created', { id: 'cus_1' }), tomorrow)

  it('is accepted by the SDK', () => {
    const header = delivery.headers['stripe-signature'] ?? ''
    const secret = STRIPE_KEYS.webhookSecret
    const read = () =>
      bare.webhooks.constructEvent(delivery.body, header, secret, 300, undefined, now.getTime())
    expect(read().id).toBe('evt_1')
  })

  it('is refused by the adapter', async () => {
    const reading = provider.readWebhook({ ...delivery, now })
    await expect(reading).rejects.toMatchObject({ reason: 'future' })
  })
})
