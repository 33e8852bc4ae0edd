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

type Client = { token: string }

const openForm = async (customerId: string, amount = 1_000): Promise<Client> => {
  const outcome = await bench.topUp(customerId, amount, { body: { forceForm: true } })
  expect(outcome).toMatchObject({
    kind: 'requires_form',
    client: { provider: 'sandbox', token: expect.any(String) },
    amount,
    currency: 'usd',
    checkoutSessionId: null,
  })
  return (outcome as unknown as { client: Client }).client
}

const openChallenge = async (customerId: string): Promise<Client> => {
  await bench.card(customerId, 'challenge_always')
  const error = await bench.noTopUp(customerId)
  expect(error).toMatchObject({ status: 402, code: 'authentication_required' })
  return (error.details as unknown as { client: Client }).client
}

const stateOf = async (customerId: string) => ({
  attempt: (await bench.attempts(customerId))[0]?.status,
  balance: (await bench.wallet(customerId)).balance,
  charges: (await bench.book(customerId)).charges.map(({ status }) => status),
})

describe('a payment form', () => {
  it('grants the credits and saves the card once the customer completes it', async () => {
    const customerId = await bench.customer('in-form')
    const client = await openForm(customerId, 2_000)
    expect(await stateOf(customerId)).toEqual({
      attempt: 'pending',
      balance: 0,
      charges: ['requires_action'],
    })
    await bench.pay(client)
    await bench.drain()
    expect(await stateOf(customerId)).toEqual({
      attempt: 'succeeded',
      balance: 2_000,
      charges: ['succeeded'],
    })
    expect(await bench.methods(customerId)).toMatchObject([{ status: 'active', cardLast4: '4242' }])
    expect(await bench.eventTypes(customerId)).toEqual(['payment.succeeded', 'topup.succeeded'])
    // The next top-up is charged to the saved card.
    expect(await bench.topUp(customerId, 100)).toMatchObject({ kind: 'charged_inline' })
  })

  it('is opened on demand for customers with a card and for sales-led customers', async () => {
    const customerId = await bench.customer('form-with-card')
    await bench.card(customerId)
    await openForm(customerId)
    expect(await stateOf(customerId)).toMatchObject({ charges: ['requires_action'] })
    const invoiced = await bench.customer('form-invoiced', { collectionMethod: 'send_invoice' })
    await bench.pay(await openForm(invoiced))
    await bench.drain()
    expect(await stateOf(invoiced)).toMatchObject({ balance: 1_000, charges: ['succeeded'] })
    expect(await bench.owed(invoiced)).toEqual([])
  })

  it('stays open after a card was declined in it', async () => {
    const customerId = await bench.customer('second-try')
    const client = await openForm(customerId)
    await bench.pay(client, 'insufficient_funds')
    await bench.drain()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'pending', balance: 0 })
    await bench.pay(client)
    await bench.drain()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'succeeded', balance: 1_000 })
  })

  it('is settled by the sweep if its webhook is lost', async () => {
    const customerId = await bench.customer('no-webhook')
    const client = await openForm(customerId)
    await bench.faults({ operation: 'webhook', effect: 'drop', times: null, customerId })
    await bench.pay(client)
    await bench.drain()
    await bench.faults()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'pending' })
    await bench.sweep()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'succeeded', balance: 1_000 })
  })

  it('is canceled after a day, not earlier, if it is abandoned', async () => {
    const customerId = await bench.customer('abandoned')
    const client = await openForm(customerId)
    bench.app.clock.advance({ hours: 23, minutes: 59 })
    await bench.sweep()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'pending' })
    bench.app.clock.advance({ hours: 1 })
    await bench.sweep()
    expect(await stateOf(customerId)).toEqual({
      attempt: 'failed',
      balance: 0,
      charges: ['canceled'],
    })
    // The form no longer accepts a card.
    await bench.pay(client)
    await bench.drain()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'failed', balance: 0 })
    expect(await bench.eventTypes(customerId)).toEqual(['payment.failed', 'topup.failed'])
  })

  it('opens when the same request is repeated after the provider did not answer', async () => {
    const customerId = await bench.customer('silent-form')
    await bench.faults({ operation: 'charge', effect: 'timeout', customerId, times: 1 })
    const body = { customerId, creditCurrencyId: 'money', amountCents: 900, forceForm: true }
    const request = { body, headers: { 'idempotency-key': 'silent-form' } }
    expect(await bench.app.fails('topUp', request)).toMatchObject({ status: 503 })
    expect(await bench.app.ok('topUp', request)).toMatchObject({ kind: 'requires_form' })
    expect(await bench.attempts(customerId)).toHaveLength(1)
    expect((await bench.book(customerId)).charges).toHaveLength(1)
  })
})

describe("a bank's challenge", () => {
  it('grants the credits if the customer passes it', async () => {
    const customerId = await bench.customer('passes')
    const client = await openChallenge(customerId)
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'pending', balance: 0 })
    await bench.challenge(client, 'approve')
    await bench.drain()
    expect(await stateOf(customerId)).toEqual({
      attempt: 'succeeded',
      balance: 1_000,
      charges: ['succeeded'],
    })
  })

  it('ends the attempt if the customer fails it', async () => {
    const customerId = await bench.customer('fails')
    await bench.challenge(await openChallenge(customerId), 'fail')
    await bench.drain()
    expect(await stateOf(customerId)).toEqual({
      attempt: 'failed',
      balance: 0,
      charges: ['failed'],
    })
    expect((await bench.attempts(customerId))[0]?.errorCode).toBe('authentication_failed')
  })

  it('is canceled after a day if it is ignored', async () => {
    const customerId = await bench.customer('leaves')
    await openChallenge(customerId)
    bench.app.clock.advance({ hours: 24 })
    await bench.sweep()
    expect(await stateOf(customerId)).toMatchObject({ attempt: 'failed', charges: ['canceled'] })
  })
})
