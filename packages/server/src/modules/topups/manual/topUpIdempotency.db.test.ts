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

const send = async (customerId: string, key: string, amountCents = 1_000) => {
  const body = { customerId, creditCurrencyId: 'money', amountCents }
  const reply = await bench.app.call('topUp', { body, headers: { 'idempotency-key': key } })
  const answer = reply.body as { kind?: string; error?: { code: string } }
  return {
    status: reply.status,
    body: reply.body,
    said: answer.kind ?? answer.error?.code,
    isReplayed: reply.headers.get('idempotent-replayed') === 'true',
  }
}

const stateOf = async (customerId: string) => ({
  attempts: (await bench.attempts(customerId)).map(({ status }) => status),
  charges: (await bench.book(customerId)).charges.map(({ status }) => status),
  balance: (await bench.wallet(customerId)).balance,
})

const buyer = async (id: string, behaviour = 'success') => {
  await bench.customer(id)
  await bench.card(id, behaviour)
  return id
}

/** Recreates the state after a crash: the key is held and no process releases it. */
const die = (key: string) =>
  bench.app.pool.query(
    `UPDATE idempotency_keys SET status = NULL, sealed_body = NULL, running_until = $2
     WHERE key = $1`,
    [key, new Date(bench.app.clock.now().getTime() + 60_000)],
  )

describe('an Idempotency-Key of a top-up', () => {
  it('charges once and replays the answer', async () => {
    const customerId = await buyer('twice')
    const first = await send(customerId, 'twice')
    const second = await send(customerId, 'twice')
    expect(first).toMatchObject({ status: 200, said: 'charged_inline', isReplayed: false })
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(await stateOf(customerId)).toEqual({
      attempts: ['succeeded'],
      charges: ['succeeded'],
      balance: 1_000,
    })
  })

  it('replays a decline even if the customer now has a card that works', async () => {
    const customerId = await buyer('refused', 'decline')
    const first = await send(customerId, 'refused')
    await bench.card(customerId, 'success')
    const second = await send(customerId, 'refused')
    expect(first).toMatchObject({ status: 402, said: 'card_declined', isReplayed: false })
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(await stateOf(customerId)).toEqual({
      attempts: ['failed'],
      charges: ['failed'],
      balance: 0,
    })
    expect(await send(customerId, 'refused-again')).toMatchObject({ said: 'charged_inline' })
  })

  it('stays unused if no purchase could be started', async () => {
    const customerId = await bench.customer('card-comes')
    expect(await send(customerId, 'card-comes')).toMatchObject({ said: 'TOPUP_REQUIRES_PM' })
    await bench.card(customerId)
    expect(await send(customerId, 'card-comes')).toMatchObject({
      said: 'charged_inline',
      isReplayed: false,
    })
  })

  it('is rejected for a different request', async () => {
    const customerId = await buyer('other-body')
    await send(customerId, 'other-body')
    expect(await send(customerId, 'other-body', 2_000)).toMatchObject({
      status: 409,
      said: 'idempotency_key_reused',
    })
    expect(await stateOf(customerId)).toMatchObject({ charges: ['succeeded'], balance: 1_000 })
  })

  it('charges once for 20 simultaneous requests', async () => {
    const customerId = await buyer('crowd')
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(customerId, 'crowd')))
    const served = replies.filter(({ status }) => status === 200)
    expect(served.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(served.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const others = replies.filter(({ status }) => status !== 200)
    expect(others.filter(({ said }) => said !== 'idempotency_in_progress')).toEqual([])
    expect(await stateOf(customerId)).toEqual({
      attempts: ['succeeded'],
      charges: ['succeeded'],
      balance: 1_000,
    })
  })
})

describe.each(['lost_answer', 'error_after_commit'])('a provider whose answer is %s', (effect) => {
  it('leads to `processing`, and its webhook grants the credits', async () => {
    const customerId = await buyer(`webhook-${effect}`)
    await bench.faults({ operation: 'charge', effect, customerId })
    const first = await send(customerId, customerId)
    expect(first).toMatchObject({ status: 200, said: 'processing' })
    expect(await stateOf(customerId)).toEqual({
      attempts: ['pending'],
      charges: ['succeeded'],
      balance: 0,
    })
    await bench.drain()
    expect(await stateOf(customerId)).toMatchObject({ attempts: ['succeeded'], balance: 1_000 })
    // The key replays the first answer. A new key is a new purchase.
    expect(await send(customerId, customerId)).toEqual({ ...first, isReplayed: true })
    expect(await send(customerId, `${customerId}-2`)).toMatchObject({ said: 'charged_inline' })
    expect(await stateOf(customerId)).toMatchObject({
      charges: ['succeeded', 'succeeded'],
      balance: 2_000,
    })
  })

  it('is asked by the sweep if the webhook is lost too, and has charged only once', async () => {
    const customerId = await buyer(`sweep-${effect}`)
    await bench.faults(
      { operation: 'charge', effect, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    )
    expect(await send(customerId, customerId)).toMatchObject({ said: 'processing' })
    await bench.sweep()
    expect(await stateOf(customerId)).toEqual({
      attempts: ['succeeded'],
      charges: ['succeeded'],
      balance: 1_000,
    })
    await bench.faults()
  })
})

it('the sweep resends a request that never reached the provider, once', async () => {
  const customerId = await buyer('never-arrived')
  await bench.faults({ operation: 'charge', effect: 'timeout', customerId, times: 1 })
  expect(await send(customerId, 'never-arrived')).toMatchObject({ said: 'processing' })
  expect((await bench.book(customerId)).charges).toEqual([])
  await bench.sweep()
  await bench.sweep()
  expect(await stateOf(customerId)).toEqual({
    attempts: ['succeeded'],
    charges: ['succeeded'],
    balance: 1_000,
  })
})

it('an attempt fails without a charge if it never reached the provider within a day', async () => {
  const customerId = await buyer('silent-day')
  await bench.faults({ operation: 'charge', effect: 'timeout', customerId, times: null })
  expect(await send(customerId, 'silent-day')).toMatchObject({ said: 'processing' })
  for (let hour = 0; hour < 25; hour += 1) {
    bench.app.clock.advance({ hours: 1 })
    await bench.sweep()
  }
  expect(await stateOf(customerId)).toEqual({ attempts: ['failed'], charges: [], balance: 0 })
  await bench.faults()
})

describe('a process that crashes', () => {
  it('before charging leaves a key with which the next request continues', async () => {
    const customerId = await buyer('dies-before')
    // Neither the charge nor its answer arrives.
    await bench.faults({ operation: 'charge', effect: 'timeout', customerId, times: 1 })
    await send(customerId, 'dies-before')
    await die('dies-before')
    expect(await send(customerId, 'dies-before')).toMatchObject({
      status: 409,
      said: 'idempotency_in_progress',
    })
    bench.app.clock.advance({ minutes: 1 })
    expect(await send(customerId, 'dies-before')).toMatchObject({
      said: 'charged_inline',
      isReplayed: false,
    })
    expect(await stateOf(customerId)).toEqual({
      attempts: ['succeeded'],
      charges: ['succeeded'],
      balance: 1_000,
    })
  })

  it('after charging leaves a key that finds the charge and does not repeat it', async () => {
    const customerId = await buyer('dies-after')
    await bench.faults({ operation: 'charge', effect: 'lost_answer', customerId })
    await send(customerId, 'dies-after')
    await die('dies-after')
    bench.app.clock.advance({ minutes: 1 })
    expect(await send(customerId, 'dies-after')).toMatchObject({ said: 'charged_inline' })
    expect(await send(customerId, 'dies-after')).toMatchObject({ isReplayed: true })
    expect(await stateOf(customerId)).toMatchObject({ charges: ['succeeded'], balance: 1_000 })
  })

  it('before answering leaves a key that returns the outcome', async () => {
    const customerId = await buyer('dies-last')
    const first = await send(customerId, 'dies-last')
    await die('dies-last')
    bench.app.clock.advance({ minutes: 1 })
    expect(await send(customerId, 'dies-last')).toEqual(first)
    expect(await stateOf(customerId)).toMatchObject({ charges: ['succeeded'], balance: 1_000 })
  })
})
