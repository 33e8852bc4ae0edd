import { randomUUID } from 'node:crypto'
import type { Refund } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../../platform/db/pool.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { freezeWallet } from '../../credits/index.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'
import { createSandboxCourier } from '../../webhooks/testing/sandboxCourier.ts'
import { effectsOf } from '../providers/sandbox/faults/faults.core.ts'

let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench()
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

interface Payment {
  id: string
  status: string
  amount: number
  amountRefunded: number
}

const payments = async (customerId: string): Promise<Payment[]> =>
  (await bench.app.ok<{ data: Payment[] }>('listPayments', { query: { customerId } })).data

/** Creates a customer who has bought credits for $10. */
async function paid(): Promise<{ customerId: string; paymentId: string }> {
  const customerId = await bench.customer(`customer-${randomUUID()}`)
  await bench.card(customerId)
  await bench.topUp(customerId)
  return { customerId, paymentId: (await payments(customerId))[0]?.id ?? '' }
}

const refund = (paymentId: string, amount?: number, headers: Record<string, string> = {}) =>
  bench.app.ok<Refund>('refundPayment', {
    params: { id: paymentId },
    body: amount === undefined ? {} : { amount },
    headers,
  })

const refused = (paymentId: string, amount?: number, key?: string) =>
  bench.app.fails('refundPayment', {
    params: { id: paymentId },
    body: amount === undefined ? {} : { amount },
    ...(key !== undefined && { key }),
  })

/** Reads the credits left from the purchase, the wallet's balance and the refunds. */
const stateOf = async (customerId: string) => {
  const { balance, grants } = await bench.wallet(customerId)
  const [payment] = await payments(customerId)
  const { refunds } = await bench.book(customerId)
  return {
    balance,
    grants: grants.map(({ creditsRemaining }) => creditsRemaining),
    refunded: payment?.amountRefunded,
    atProvider: refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
  }
}

describe('a refund', () => {
  it('returns the full amount and removes the credits', async () => {
    const { customerId, paymentId } = await paid()
    const created = await refund(paymentId)
    expect(created).toMatchObject({
      paymentId,
      customerId,
      status: 'succeeded',
      amount: 1_000,
      creditsTaken: 1_000,
    })
    expect(await stateOf(customerId)).toMatchObject({
      balance: 0,
      refunded: 1_000,
      atProvider: [1_000],
    })
    expect(await payments(customerId)).toMatchObject([{ status: 'succeeded' }])
    const { rows } = await bench.app.pool.query(
      `SELECT l.type, l.reason, l.amount::float FROM credit_ledger l
       JOIN credit_accounts a ON a.id = l.account_id
       WHERE a.customer_id = $1 ORDER BY l.seq DESC LIMIT 1`,
      [customerId],
    )
    expect(rows).toEqual([{ type: 'DEBIT', reason: 'REFUND', amount: 1_000 }])
    await bench.drain()
    expect(
      (await bench.eventTypes(customerId)).filter((type) => type === 'payment.refunded'),
    ).toEqual(['payment.refunded'])
  })

  it('removes a proportional share of the credits for each part, and all of them in total', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    // 500 images cost $25, so a third of the price is not a whole number of images.
    await bench.buy(customerId)
    const [payment] = await payments(customerId)
    const paymentId = payment?.id ?? ''
    const parts = [833, 833, 834]
    const taken: number[] = []
    for (const part of parts) taken.push((await refund(paymentId, part)).creditsTaken)
    expect(taken[0]).toBeCloseTo(166.6, 6)
    expect(taken.reduce((sum, each) => sum + each, 0)).toBeCloseTo(500, 6)
    expect((await bench.wallet(customerId, 'images')).balance).toBe(0)
    expect(await refused(paymentId)).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(await refused(paymentId, 1)).toMatchObject({ status: 409 })
  })

  it('is refused above the remaining amount and changes nothing', async () => {
    const { customerId, paymentId } = await paid()
    expect(await refused(paymentId, 1_001)).toMatchObject({ status: 400, code: 'invalid_request' })
    await refund(paymentId, 400)
    expect(await refused(paymentId, 601)).toMatchObject({ status: 400 })
    for (const amount of [0, -1, 1.5])
      expect(await refused(paymentId, amount)).toMatchObject({ status: 400 })
    expect(await stateOf(customerId)).toMatchObject({ balance: 600, refunded: 400 })
    expect(await refund(paymentId)).toMatchObject({ amount: 600 })
  })

  it('is refused for a payment that did not succeed', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId, 'insufficient_funds')
    const body = { customerId, creditCurrencyId: 'money', amountCents: 1_000 }
    await bench.app.fails('topUp', { body })
    await bench.topUp(customerId, 1_000, { body: { forceForm: true } })
    for (const { id } of await payments(customerId)) {
      expect(await refused(id)).toMatchObject({ status: 409, code: 'invalid_state' })
    }
  })

  it('fails for an unknown payment and for one of another environment', async () => {
    const { customerId, paymentId } = await paid()
    expect(await refused('pay_nobody')).toMatchObject({ status: 404 })
    for (const key of [bench.app.live.keys.full, bench.app.other.sandbox.keys.full]) {
      expect(await refused(paymentId, undefined, key)).toMatchObject({ status: 404 })
    }
    for (const key of [bench.app.sandbox.keys.read, bench.app.sandbox.keys.publishable]) {
      expect(await refused(paymentId, undefined, key)).toMatchObject({ status: 403 })
    }
    expect(await stateOf(customerId)).toMatchObject({ balance: 1_000, refunded: 0 })
  })

  it('is created once per idempotency key, and twice without one', async () => {
    const { customerId, paymentId } = await paid()
    const headers = { 'idempotency-key': `refund-${paymentId}` }
    const first = await refund(paymentId, 100, headers)
    expect(await refund(paymentId, 100, headers)).toEqual(first)
    expect(await stateOf(customerId)).toMatchObject({ refunded: 100, atProvider: [100] })
    await refund(paymentId, 100)
    expect(await stateOf(customerId)).toMatchObject({ refunded: 200, atProvider: [100, 100] })
  })

  it('never exceeds the payment when several run concurrently', async () => {
    const { customerId, paymentId } = await paid()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        bench.app.call('refundPayment', { params: { id: paymentId }, body: { amount: 300 } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400])
    await bench.sweepAll()
    expect(await stateOf(customerId)).toEqual({
      balance: 100,
      grants: [100],
      refunded: 900,
      atProvider: [300, 300, 300],
    })
  })
})

describe('a refund of purchased credits', () => {
  it('does not take back spent credits and never lowers the balance below zero', async () => {
    const { customerId, paymentId } = await paid()
    await bench.spend(customerId, 700)
    expect(await refund(paymentId)).toMatchObject({ amount: 1_000, creditsTaken: 300 })
    expect(await stateOf(customerId)).toMatchObject({ balance: 0, refunded: 1_000 })
  })

  it('leaves credits of other grants alone', async () => {
    const { customerId, paymentId } = await paid()
    await bench.spend(customerId, 700)
    await bench.grant(customerId, 5_000)
    expect(await refund(paymentId)).toMatchObject({ creditsTaken: 300 })
    expect(await stateOf(customerId)).toMatchObject({ balance: 5_000 })
  })

  it('removes no credits from a voided or expired grant', async () => {
    const voided = await paid()
    const { grants } = await bench.wallet(voided.customerId)
    await bench.app.ok('voidGrant', { params: { id: grants[0]?.id ?? '' }, body: {} })
    expect(await refund(voided.paymentId)).toMatchObject({ amount: 1_000, creditsTaken: 0 })

    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    await bench.buy(customerId)
    bench.app.clock.advance({ days: 31 })
    const [payment] = await payments(customerId)
    expect(await refund(payment?.id ?? '')).toMatchObject({ amount: 2_500, creditsTaken: 0 })
    expect((await bench.wallet(customerId, 'images')).balance).toBe(0)
  })

  it('leaves held credits held, to be captured or released', async () => {
    const { customerId, paymentId } = await paid()
    const held = await bench.app.ok<{ id: string }>('createReservation', {
      body: { customerId, creditCurrencyId: 'money', amount: 400 },
    })
    expect(await refund(paymentId)).toMatchObject({ creditsTaken: 600 })
    await bench.app.ok('releaseReservation', { params: { id: held.id } })
    expect(await stateOf(customerId)).toMatchObject({ balance: 400 })
  })

  it('removes credits from a frozen wallet too, because the merchant requested it', async () => {
    const { customerId, paymentId } = await paid()
    const { id } = await bench.wallet(customerId)
    await withTransaction(bench.app.db, (tx) => freezeWallet(tx, bench.app.sandbox.scope(), id))
    expect(await refund(paymentId)).toMatchObject({ creditsTaken: 1_000 })
    expect(await bench.wallet(customerId)).toMatchObject({ status: 'frozen', balance: 0 })
  })
})

describe('a refund at a failing provider', () => {
  it.each(effectsOf.refund)('is made exactly once within two sweeps despite %s', async (effect) => {
    const { customerId, paymentId } = await paid()
    const delay = effect === 'delay' ? { delayMs: 5 } : {}
    await bench.faults(
      { operation: 'refund', effect, times: null, customerId, ...delay },
      { operation: 'lookup', effect: 'timeout', times: null, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    )
    const created = await refund(paymentId, 600)
    const isAnswered = effect === 'delay' || effect === 'webhook_first'
    expect(created).toMatchObject({
      status: isAnswered ? 'succeeded' : 'pending',
      creditsTaken: 600,
    })
    // While the outcome is unknown, the amount counts as refunded and the credits stay removed.
    expect(await refused(paymentId, 401)).toMatchObject({ status: 400 })
    expect((await bench.wallet(customerId)).balance).toBe(400)
    await bench.drain()
    await bench.faults()
    await bench.sweepAll()
    await bench.sweepAll()
    expect(await stateOf(customerId)).toMatchObject({
      balance: 400,
      refunded: 600,
      atProvider: [600],
    })
    expect(
      (await bench.eventTypes(customerId)).filter((type) => type === 'payment.refunded'),
    ).toEqual(['payment.refunded'])
  })

  it('fails after a day if it never arrived, restores the credits and can then be repeated', async () => {
    const { customerId, paymentId } = await paid()
    await bench.faults({ operation: 'refund', effect: 'timeout', times: null, customerId })
    expect(await refund(paymentId)).toMatchObject({ status: 'pending' })
    await bench.faults()
    bench.app.clock.advance({ hours: 25 })
    await bench.sweepAll()
    expect(await stateOf(customerId)).toMatchObject({
      balance: 1_000,
      refunded: 0,
      atProvider: [],
    })
    const { rows } = await bench.app.pool.query(
      'SELECT status, error_code FROM refunds WHERE payment_id = $1',
      [paymentId],
    )
    expect(rows).toEqual([{ status: 'failed', error_code: 'never_arrived' }])
    expect(await refund(paymentId)).toMatchObject({ status: 'succeeded', amount: 1_000 })
  })

  it('is settled once when several callers learn the outcome concurrently', async () => {
    const failing = await paid()
    const { customerId } = failing
    await bench.faults({ operation: 'refund', effect: 'timeout', times: null, customerId })
    await refund(failing.paymentId, 600)
    await bench.faults()
    bench.app.clock.advance({ hours: 25 })
    const sweeps = Array.from({ length: 3 }, () => () => bench.run('sweepRefunds'))
    await bench.atOnce(customerId, sweeps)
    expect(await stateOf(customerId)).toMatchObject({ balance: 1_000, refunded: 0 })

    const succeeding = await paid()
    const where = { customerId: succeeding.customerId }
    await bench.faults(
      { operation: 'refund', effect: 'lost_answer', times: null, ...where },
      { operation: 'lookup', effect: 'timeout', times: null, ...where },
      { operation: 'webhook', effect: 'drop', times: null, ...where },
    )
    await refund(succeeding.paymentId, 600)
    await bench.faults()
    await bench.atOnce(succeeding.customerId, sweeps)
    expect(
      (await bench.eventTypes(succeeding.customerId)).filter((type) => type === 'payment.refunded'),
    ).toHaveLength(1)
  })

  it('restores the credits once and immediately if the provider refuses it', async () => {
    const { customerId, paymentId } = await paid()
    // Simulates a refund made at the provider directly, so that less than the full amount is left.
    await bench.app.pool.query(
      `INSERT INTO sandbox_refunds (environment_id, id, intent_id, request_key, status, amount,
         currency, created_at)
       SELECT environment_id, 'elsewhere-' || id, provider_payment_id, 'elsewhere-' || id,
         'succeeded', 1000, 'usd', now() FROM payments WHERE id = $1`,
      [paymentId],
    )
    expect(await refund(paymentId)).toMatchObject({ status: 'failed' })
    await bench.sweepAll()
    expect(await stateOf(customerId)).toMatchObject({ balance: 1_000, refunded: 0 })
    expect(await bench.eventTypes(customerId)).not.toContain('payment.refunded')
    const owner = createPool({ connectionString: bench.app.databaseUrl, max: 1, as: 'owner' })
    await owner.query(`DELETE FROM sandbox_refunds WHERE id ~ '^elsewhere'`)
    await owner.end()
  })

  it('does not delay other refunds', async () => {
    const stuck = await paid()
    const other = await paid()
    const { customerId } = stuck
    await bench.faults({ operation: 'refund', effect: 'timeout', times: 2 })
    await refund(stuck.paymentId)
    await refund(other.paymentId)
    await bench.faults(
      { operation: 'refund', effect: 'timeout', times: null, customerId },
      { operation: 'lookup', effect: 'timeout', times: null, customerId },
    )
    await bench.run('sweepRefunds')
    expect((await stateOf(other.customerId)).atProvider).toEqual([1_000])
    expect((await stateOf(stuck.customerId)).atProvider).toEqual([])
    await bench.faults()
  })
})

describe('a payment for credits that the wallet cannot take', () => {
  it('is refunded automatically, and the attempt fails', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId)
    await bench.grant(customerId, 1)
    await bench.faults({ operation: 'charge', effect: 'lost_answer', customerId })
    expect(await bench.topUp(customerId)).toMatchObject({ kind: 'processing' })
    const { id } = await bench.wallet(customerId)
    const closed = `UPDATE credit_accounts SET status = 'closed' WHERE id = $1`
    await bench.app.pool.query(closed, [id])
    await bench.drain()
    await bench.sweepAll()
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'failed', errorCode: 'not_grantable', grantId: null },
    ])
    expect(await payments(customerId)).toMatchObject([
      { status: 'succeeded', amount: 1_000, amountRefunded: 1_000 },
    ])
    const { charges, refunds } = await bench.book(customerId)
    expect(charges).toMatchObject([{ status: 'succeeded', amount: 1_000 }])
    expect(refunds).toMatchObject([{ status: 'succeeded', amount: 1_000 }])
    expect(await bench.eventTypes(customerId)).toEqual(
      expect.arrayContaining(['payment.succeeded', 'topup.failed', 'payment.refunded']),
    )
  })
})

describe('a payment that succeeds after it failed', () => {
  it('is refunded, and the attempt stays failed', async () => {
    const customerId = await bench.customer(`customer-${randomUUID()}`)
    await bench.card(customerId, 'decline')
    expect((await bench.noTopUp(customerId)).code).toBe('card_declined')
    await bench.drain()
    // Simulates a customer who paid in a form that was still open. The provider then sends a
    // webhook.
    await bench.app.pool.query(
      `UPDATE sandbox_intents SET status = 'succeeded' WHERE owner_id IN (
         SELECT id FROM sandbox_customers WHERE customer_reference = $1)`,
      [customerId],
    )
    const courier = createSandboxCourier(bench.app)
    const { charges } = await bench.book(customerId)
    const data = { id: charges[0]?.id, requestKey: charges[0]?.attemptId }
    const body = JSON.stringify({ id: randomUUID(), type: 'payment_intent.succeeded', data })
    expect((await courier.post(body)).status).toBe(200)
    await bench.drain()
    expect(await bench.attempts(customerId)).toMatchObject([{ status: 'failed', grantId: null }])
    expect(await payments(customerId)).toMatchObject([
      { status: 'succeeded', amount: 1_000, amountRefunded: 1_000 },
    ])
    expect((await bench.wallet(customerId)).balance).toBe(0)
    expect((await bench.book(customerId)).refunds).toMatchObject([{ amount: 1_000 }])
  })
})
