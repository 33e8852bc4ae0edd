import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentProvider } from '../../provider.ts'
import type { Behaviour } from './testing/fakeStripeBook.ts'
import { connectTo, STRIPE_KEYS } from './testing/makeStripeBench.ts'
import { type FakeStripe, startFakeStripe } from './testing/startFakeStripe.ts'

let fake: FakeStripe
let provider: PaymentProvider
let customer: string
beforeAll(async () => {
  fake = await startFakeStripe()
  provider = connectTo(fake)
  customer = await provider.ensureCustomer({ customerId: 'acme', name: null, email: null })
})
afterAll(() => fake.stop())

let attempts = 0
const newPayment = (changes: object = {}) => {
  attempts += 1
  const attemptId = `attempt_${attempts}`
  const rest = { amount: 1250, currency: 'usd', description: 'Credits', ...changes }
  return { attemptId, providerCustomerId: customer, ...rest }
}
const newCharge = (behaviour: Behaviour) => ({
  ...newPayment(),
  providerMethodId: fake.book.saveMethod(customer, behaviour),
})
const answer = (status: number, body: unknown) => ({
  isCarriedOut: false,
  answer: { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
})
const CREATE = 'POST /v1/payment_intents'

describe('a charge', () => {
  it.each([
    ['insufficient_funds', true],
    ['do_not_honor', true],
    ['lost_card', false],
    ['expired_card', false],
  ])('that is declined with %s can be retried: %s', async (code, isRetryable) => {
    const charge = newCharge(code)
    const declined = { kind: 'declined', code, isRetryable, message: expect.any(String) }
    expect(await provider.charge(charge)).toMatchObject({
      ...declined,
      providerPaymentId: expect.stringMatching(/^pi_/),
    })
    const found = await provider.lookUpPayment({ ...charge, providerPaymentId: null })
    expect(found).toMatchObject(declined)
  })

  it('is processing while it is not complete', async () => {
    expect(await provider.charge(newCharge('processing'))).toMatchObject({ kind: 'processing' })
  })

  it.each(['challenge', 'requires_action'])(
    'opens the form of the same payment if it requires authentication by %s',
    async (behaviour) => {
      const charge = newCharge(behaviour)
      const outcome = await provider.charge(charge)
      if (outcome.kind !== 'requires_action') throw new Error(outcome.kind)
      const intent = fake.book.intents.get(outcome.providerPaymentId)
      expect(outcome.client).toEqual({
        provider: 'stripe',
        token: intent?.client_secret,
        publishableKey: STRIPE_KEYS.publishableKey,
        url: null,
      })
      fake.book.payInForm(outcome.client.token)
      const found = await provider.lookUpPayment({ ...charge, providerPaymentId: null })
      expect(found).toMatchObject({ kind: 'succeeded' })
    },
  )

  const refusals: [string, number, object][] = [
    [
      'a parameter that Stripe does not accept',
      400,
      { type: 'invalid_request_error', code: 'amount_too_small' },
    ],
    [
      'a key that Stripe does not know',
      401,
      { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****Fake' },
    ],
    ['a key without permission', 403, { type: 'invalid_request_error' }],
    [
      'a customer that no longer exists',
      404,
      { type: 'invalid_request_error', code: 'resource_missing' },
    ],
  ]
  it.each(refusals)('is rejected if Stripe refuses it for %s', async (_why, status, error) => {
    fake.strike(CREATE, answer(status, { error: { message: 'no', ...error } }))
    const outcome = await provider.charge(newCharge('success'))
    expect(outcome).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/./) })
    expect(JSON.stringify(outcome)).not.toContain('sk_test')
  })

  const unclear: [string, number, unknown][] = [
    ['a 500', 500, { error: { type: 'api_error', message: 'oops' } }],
    ['a 503', 503, { error: { type: 'api_error', message: 'down' } }],
    ['a 429', 429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }],
    ['a lock timeout', 429, { error: { type: 'invalid_request_error', code: 'lock_timeout' } }],
    ['a key used with other parameters', 400, { error: { type: 'idempotency_error' } }],
    ['a page that is not JSON', 502, '<html>Bad gateway</html>'],
  ]
  it.each(unclear)('is unknown and sent once if the answer is %s', async (_what, status, body) => {
    const before = fake.requests.length
    fake.strike(CREATE, answer(status, body))
    expect(await provider.charge(newCharge('success'))).toMatchObject({ kind: 'unknown' })
    expect(fake.requests.length - before).toBe(1)
  })

  it.each([
    ['kwd', 5124],
    ['mga', 150],
  ])(
    'is rejected without a request if Stripe cannot charge the amount: %s %d',
    async (currency, amount) => {
      const before = fake.requests.length
      const outcome = await provider.charge({ ...newCharge('success'), currency, amount })
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'amount_not_chargeable' })
      expect(outcome).toMatchObject({ message: expect.stringContaining(`${amount}`) })
      expect(fake.requests.length).toBe(before)
    },
  )

  it('is sent in the units that Stripe expects', async () => {
    await provider.charge({ ...newCharge('success'), currency: 'isk', amount: 5 })
    expect(fake.requests.at(-1)?.params).toMatchObject({ currency: 'isk', amount: 500 })
  })

  it('is unknown if its status is unexpected', async () => {
    const intent = { object: 'payment_intent', id: 'pi_1', status: 'on_hold', metadata: {} }
    fake.strike(CREATE, answer(200, intent))
    expect(await provider.charge(newCharge('success'))).toMatchObject({ kind: 'unknown' })
  })
})

describe('a form', () => {
  it('stays open after a declined card and ends when another card succeeds', async () => {
    const payment = newPayment()
    const opened = await provider.startPayment(payment)
    if (opened.kind !== 'requires_action') throw new Error(opened.kind)
    fake.book.payInForm(opened.client.token, 'lost_card')
    const lookUp = () => provider.lookUpPayment({ ...payment, providerPaymentId: null })
    expect(await lookUp()).toEqual(opened)
    fake.book.payInForm(opened.client.token)
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', method: { type: 'card' } })
  })
})

describe('a lookup', () => {
  it('reads page after page until it finds the attempt', async () => {
    const other = await provider.ensureCustomer({ customerId: 'busy', name: null, email: null })
    const payment = { ...newPayment(), providerCustomerId: other }
    await provider.startPayment(payment)
    for (let made = 0; made < 250; made += 1) {
      fake.book.perform({
        operation: CREATE,
        id: undefined,
        params: { amount: 1, currency: 'usd', customer: other },
        problems: [],
      })
    }
    const before = fake.requests.length
    const lookUp = (attemptId: string) =>
      provider.lookUpPayment({ ...payment, attemptId, providerPaymentId: null })
    expect(await lookUp(payment.attemptId)).toMatchObject({ kind: 'requires_action' })
    expect(fake.requests.length - before).toBe(3)
    expect(await lookUp('attempt_never_made')).toEqual({ kind: 'absent' })
  })

  it('does not report absent if it stops before the end', async () => {
    const data = [{ object: 'payment_intent', id: 'pi_other', metadata: {} }]
    for (let page = 0; page < 10; page += 1) {
      fake.strike('GET /v1/payment_intents', answer(200, { object: 'list', data, has_more: true }))
    }
    const found = await provider.lookUpPayment({ ...newPayment(), providerPaymentId: null })
    expect(found).toMatchObject({ kind: 'unknown' })
  })

  it('reports unknown, not absent, for a payment id that this account does not know', async () => {
    const found = await provider.lookUpPayment({ ...newPayment(), providerPaymentId: 'pi_nobody' })
    expect(found).toMatchObject({ kind: 'unknown' })
    const byKey = { ...newPayment(), providerPaymentId: null, providerCustomerId: customer }
    fake.strike('GET /v1/payment_intents', answer(401, { error: { message: 'no' } }))
    expect(await provider.lookUpPayment(byKey)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a refund', () => {
  const refunded = async (words: object) => {
    const refund = { object: 'refund', id: 're_1', ...words }
    fake.strike('POST /v1/refunds', answer(200, refund))
    return provider.refund({ refundId: 'r', providerPaymentId: 'pi_1', amount: 1, currency: 'usd' })
  }

  it.each([
    [{ status: 'succeeded' }, { kind: 'succeeded', providerRefundId: 're_1' }],
    [{ status: 'pending' }, { kind: 'processing', providerRefundId: 're_1' }],
    [{ status: 'requires_action' }, { kind: 'processing', providerRefundId: 're_1' }],
    [
      { status: 'failed', failure_reason: 'expired_or_canceled_card' },
      { kind: 'failed', code: 'expired_or_canceled_card' },
    ],
    [{ status: 'canceled' }, { kind: 'failed', code: 'canceled' }],
    [{ status: 'pondered' }, { kind: 'unknown' }],
  ])("is translated from Stripe's status %o", async (words, outcome) => {
    expect(await refunded(words)).toMatchObject(outcome)
  })

  it('fails without a request if Stripe cannot refund the amount', async () => {
    const refund = { refundId: 'r2', providerPaymentId: 'pi_1', amount: 15, currency: 'kwd' }
    expect(await provider.refund(refund)).toMatchObject({
      kind: 'failed',
      code: 'amount_not_refundable',
    })
  })

  it('is unknown if its lookup gets no answer', async () => {
    fake.strike('GET /v1/refunds/{refund}', answer(401, { error: { message: 'no' } }))
    const refund = { refundId: 'r', providerRefundId: 're_1', providerPaymentId: 'pi_1' }
    expect(await provider.lookUpRefund(refund)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a dispute', () => {
  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['won', 'won'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['lost', 'lost'],
  ])("with Stripe's status %s is %s, with its amount in Purser's units", async (status, ours) => {
    const id = fake.book.openDispute('pi_1', { status, amount: 500, currency: 'isk' })
    expect(await provider.lookUpDispute(id)).toEqual({
      providerDisputeId: id,
      providerPaymentId: 'pi_1',
      status: ours,
      reason: 'fraudulent',
      amount: 5,
    })
  })
})
