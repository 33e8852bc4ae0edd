import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderUnavailable } from '../../provider.ts'
import { connectTo } from './testing/makeStripeBench.ts'
import { type FakeStripe, startFakeStripe } from './testing/startFakeStripe.ts'

const waits: number[] = []
let fake: FakeStripe
let provider: ReturnType<typeof connectTo>
let customer: string
beforeAll(async () => {
  fake = await startFakeStripe()
  provider = connectTo(fake, async (ms) => void waits.push(ms))
  customer = await provider.ensureCustomer({ customerId: 'acme', name: null, email: null })
})
afterAll(() => fake.stop())
beforeEach(() => {
  waits.length = 0
  fake.requests.length = 0
})

const KEY_IN_USE = {
  isCarriedOut: false,
  answer: {
    status: 409,
    body: JSON.stringify({
      error: { type: 'invalid_request_error', code: 'idempotency_key_in_use' },
    }),
  },
}
const KEY_REFUSED = {
  ...KEY_IN_USE,
  answer: { ...KEY_IN_USE.answer, headers: { 'stripe-should-retry': 'false' } },
}
const strike = (operation: string, times: number) => {
  for (let time = 0; time < times; time += 1) fake.strike(operation, KEY_IN_USE)
}

let attempts = 0
const newPayment = () => {
  attempts += 1
  return {
    attemptId: `attempt_${attempts}`,
    providerCustomerId: customer,
    amount: 1250,
    currency: 'usd',
    description: 'Credits',
  }
}
const newCharge = () => ({
  ...newPayment(),
  providerMethodId: fake.book.saveMethod(customer, 'success'),
})
const newSetup = () => ({
  setupId: newPayment().attemptId,
  providerCustomerId: customer,
  uiMode: 'embedded' as const,
  successUrl: null,
  cancelUrl: null,
})
const newRefund = async () => {
  const outcome = await provider.charge(newCharge())
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
  const { providerPaymentId } = outcome
  return { refundId: newPayment().attemptId, providerPaymentId, amount: 50, currency: 'usd' }
}

describe('while Stripe processes another request with the same key', () => {
  const operations: [string, string, () => Promise<() => Promise<unknown>>][] = [
    [
      'a charge',
      'POST /v1/payment_intents',
      async () => {
        const charge = newCharge()
        return () => provider.charge(charge)
      },
    ],
    [
      'a payment form',
      'POST /v1/payment_intents',
      async () => {
        const payment = newPayment()
        return () => provider.startPayment(payment)
      },
    ],
    [
      'a setup form',
      'POST /v1/setup_intents',
      async () => {
        const setup = newSetup()
        return () => provider.startSetup(setup)
      },
    ],
    [
      'a refund',
      'POST /v1/refunds',
      async () => {
        const refund = await newRefund()
        return () => provider.refund(refund)
      },
    ],
    [
      'a new customer',
      'POST /v1/customers',
      async () => () => provider.ensureCustomer({ customerId: 'other', name: null, email: null }),
    ],
  ]
  it.each(operations)('%s is repeated until it is answered', async (_, operation, prepare) => {
    const send = await prepare()
    fake.requests.length = 0
    strike(operation, 2)
    const outcome = await send()
    const keys = fake.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(waits).toHaveLength(2)
    expect(await send()).toEqual(outcome)
    expect(waits).toHaveLength(2)
  })

  it('a charge has an unknown outcome and a form is unavailable if the key stays in use', async () => {
    strike('POST /v1/payment_intents', 9)
    expect(await provider.charge(newCharge())).toMatchObject({ kind: 'unknown' })
    strike('POST /v1/setup_intents', 9)
    await expect(provider.startSetup(newSetup())).rejects.toThrow(ProviderUnavailable)
    expect(fake.requests).toHaveLength(18)
    const total = waits.reduce((sum, ms) => sum + ms, 0)
    expect(total).toBe(2 * 9_000)
  })

  it('a charge is not repeated if Stripe says that repeating is useless', async () => {
    fake.strike('POST /v1/payment_intents', KEY_REFUSED)
    expect(await provider.charge(newCharge())).toMatchObject({ kind: 'unknown' })
    expect(fake.requests).toHaveLength(1)
  })

  it('a charge is repeated even if the connection breaks while it waits', async () => {
    const waiting = connectTo(fake, () => setTimeout(100))
    fake.strike('POST /v1/payment_intents', {
      isCarriedOut: false,
      answer: { status: 409, body: '{', headers: { 'content-length': '99', connection: 'close' } },
    })
    expect(await waiting.charge(newCharge())).toMatchObject({ kind: 'succeeded' })
  })
})
