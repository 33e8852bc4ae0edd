import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentProvider } from '../../provider.ts'
import { connectTo, STRIPE_KEYS, signDelivery, stripeEvent } from './testing/makeStripeBench.ts'
import { checkRequest } from './testing/requestSchema.ts'
import { type FakeStripe, startFakeStripe } from './testing/startFakeStripe.ts'

let fake: FakeStripe
let provider: PaymentProvider
beforeAll(async () => {
  fake = await startFakeStripe()
  provider = connectTo(fake)
})
afterAll(() => fake.stop())

const EVERY_OPERATION = [
  'GET /v1/disputes/{dispute}',
  'GET /v1/payment_intents',
  'GET /v1/payment_intents/{intent}',
  'GET /v1/payment_methods/{payment_method}',
  'GET /v1/refunds',
  'GET /v1/refunds/{refund}',
  'GET /v1/setup_intents/{intent}',
  'POST /v1/checkout/sessions',
  'POST /v1/customers',
  'POST /v1/customers/{customer}',
  'POST /v1/payment_intents',
  'POST /v1/payment_intents/{intent}/cancel',
  'POST /v1/payment_methods/{payment_method}/detach',
  'POST /v1/refunds',
  'POST /v1/setup_intents',
]

const last = () => fake.requests.at(-1)
const newCustomer = (customerId: string) =>
  provider.ensureCustomer({ customerId, name: null, email: null })
const paymentOf = (providerCustomerId: string, attemptId: string) => ({
  attemptId,
  providerCustomerId,
  amount: 1250,
  currency: 'usd',
  description: 'Acme credits',
})
const readEvent = (type: string, object: unknown) => {
  const now = new Date('2026-01-15T12:00:00Z')
  return provider.readWebhook({ ...signDelivery(stripeEvent('evt_1', type, object), now), now })
}

describe('a request to Stripe', () => {
  it('charges a saved method off session', async () => {
    const customer = await newCustomer('acme')
    const providerMethodId = fake.book.saveMethod(customer, 'success')
    await provider.charge({ ...paymentOf(customer, 'attempt_1'), providerMethodId })
    expect(last()).toMatchObject({
      operation: 'POST /v1/payment_intents',
      headers: { 'idempotency-key': 'attempt_1' },
    })
    expect(last()?.params).toEqual({
      amount: 1250,
      currency: 'usd',
      customer,
      description: 'Acme credits',
      payment_method: providerMethodId,
      confirm: true,
      off_session: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { attempt_id: 'attempt_1', flow: 'off_session' },
      expand: ['payment_method'],
    })
  })

  it('opens a payment form that saves the method', async () => {
    const customer = await newCustomer('acme')
    const outcome = await provider.startPayment(paymentOf(customer, 'attempt_2'))
    expect(last()?.headers['idempotency-key']).toBe('attempt_2')
    expect(last()?.params).toEqual({
      amount: 1250,
      currency: 'usd',
      customer,
      description: 'Acme credits',
      setup_future_usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      metadata: { attempt_id: 'attempt_2', flow: 'form' },
      expand: ['payment_method'],
    })
    if (outcome.kind !== 'requires_action') throw new Error(outcome.kind)
    const { providerPaymentId } = outcome
    await provider.cancelPayment({ attemptId: 'attempt_2', providerPaymentId })
    expect(last()).toMatchObject({
      id: providerPaymentId,
      params: { cancellation_reason: 'abandoned' },
    })
  })

  it('opens a form that saves a method, embedded or on a Stripe page', async () => {
    const setup = {
      setupId: 'setup_1',
      providerCustomerId: await newCustomer('acme'),
      successUrl: 'https://acme.test/done',
      cancelUrl: null,
    }
    const embedded = await provider.startSetup({ ...setup, uiMode: 'embedded' })
    expect(embedded).toMatchObject({ publishableKey: STRIPE_KEYS.publishableKey, url: null })
    expect(last()?.params).toEqual({
      customer: setup.providerCustomerId,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      metadata: { setup_id: 'setup_1' },
    })
    await provider.startSetup({ ...setup, uiMode: 'hosted' })
    expect(last()?.params).toEqual({
      mode: 'setup',
      customer: setup.providerCustomerId,
      allowed_payment_method_types: ['card'],
      success_url: 'https://acme.test/done',
      metadata: { setup_id: 'setup_1' },
    })
    const aimless = provider.startSetup({ ...setup, uiMode: 'hosted', successUrl: null })
    await expect(aimless).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('creates one customer, even with an unusual id or a changed name', async () => {
    const customerId = 'ключ-🔑'.repeat(30).slice(0, 255)
    const first = await provider.ensureCustomer({ customerId, name: 'A', email: 'a@acme.test' })
    const second = await provider.ensureCustomer({ customerId, name: 'B', email: null })
    expect(second).toBe(first)
    expect(fake.book.customers.get(first)).toMatchObject({
      name: 'B',
      email: 'a@acme.test',
      metadata: { environment_id: 'env_1', customer_id: customerId },
    })
  })

  it('refunds a payment and looks up payments, refunds, disputes and methods', async () => {
    const customer = await newCustomer('acme')
    const providerMethodId = fake.book.saveMethod(customer, 'success')
    const payment = { ...paymentOf(customer, 'attempt_3'), providerMethodId }
    const outcome = await provider.charge(payment)
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    const { providerPaymentId } = outcome
    const refund = { refundId: 'refund_1', providerPaymentId, amount: 500, currency: 'usd' }
    const refundOutcome = await provider.refund(refund)
    expect(last()?.headers['idempotency-key']).toBe('refund_1')
    expect(last()?.params).toEqual({
      payment_intent: providerPaymentId,
      amount: 500,
      metadata: { refund_id: 'refund_1' },
    })
    if (refundOutcome.kind !== 'succeeded') throw new Error(refundOutcome.kind)
    const { providerRefundId } = refundOutcome
    expect(await provider.lookUpRefund({ ...refund, providerRefundId })).toEqual(refundOutcome)
    expect(await provider.lookUpRefund({ ...refund, providerRefundId: null })).toEqual(
      refundOutcome,
    )
    await provider.lookUpPayment({ ...payment, providerPaymentId })
    await provider.lookUpPayment({ ...payment, providerPaymentId: null })
    await provider.lookUpDispute(fake.book.openDispute(providerPaymentId))
    await provider.lookUpMethod(providerMethodId)
    await provider.detachMethod(providerMethodId)
    await readEvent('charge.refunded', { object: 'charge', id: 'ch_1' })
    const setup = { object: 'setup_intent', payment_method: 'pm_saved' }
    fake.book.setups.set('seti_1', { id: 'seti_1', ...setup })
    const metadata = { setup_id: 'setup_2' }
    const session = { object: 'checkout.session', mode: 'setup', setup_intent: 'seti_1', metadata }
    expect(await readEvent('checkout.session.completed', session)).toMatchObject({
      event: { kind: 'method', providerMethodId: 'pm_saved', setupId: 'setup_2' },
    })
  })

  it('is made for every operation of the schema in the tests above', () => {
    const operations = new Set(fake.requests.map(({ operation }) => operation))
    expect([...operations].sort()).toEqual(EVERY_OPERATION)
    expect(fake.requests.flatMap(({ problems }) => problems)).toEqual([])
  })

  it("has the pinned version, the account's key and, for a POST, an idempotency key", () => {
    for (const { operation, headers } of fake.requests) {
      expect(headers['stripe-version'], operation).toBe('2026-10-28.endive')
      expect(headers.authorization, operation).toBe(`Bearer ${STRIPE_KEYS.secretKey}`)
      if (!operation.startsWith('POST')) continue
      const key = headers['idempotency-key']
      // Our key, not a random one of the SDK, and no longer than Stripe allows.
      expect(key, operation).toMatch(/^(?!stripe-node-retry)[\x21-\x7e]{1,255}$/)
    }
  })
})

describe('the schema check', () => {
  it.each([
    [
      'an unknown parameter',
      'POST',
      '/v1/payment_intents',
      'amount=1&currency=usd&payment_method_types[0]=card',
    ],
    ['a missing parameter', 'POST', '/v1/payment_intents', 'currency=usd'],
    ['a fraction', 'POST', '/v1/payment_intents', 'amount=12.5&currency=usd'],
    ['text instead of a number', 'POST', '/v1/refunds', 'amount=ten&payment_intent=pi_1'],
    ['an unknown value', 'POST', '/v1/setup_intents', 'usage=sometimes'],
    ['an unknown operation', 'DELETE', '/v1/customers/cus_1', ''],
  ])('reports %s', (_what, method, path, form) => {
    expect(checkRequest(method, path, form).problems).not.toEqual([])
  })

  it('accepts a valid request', () => {
    const form =
      'amount=1250&currency=usd&confirm=true&metadata[attempt_id]=7&expand[0]=payment_method'
    expect(checkRequest('POST', '/v1/payment_intents', form)).toMatchObject({
      problems: [],
      params: { confirm: true, expand: ['payment_method'], metadata: { attempt_id: '7' } },
    })
  })
})
