import { randomUUID } from 'node:crypto'
import type { TrackResult } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { freezeWallet, unfreezeWallet } from '../../credits/index.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'

let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench()
  await bench.app.ok('createMetric', {
    body: { name: 'Calls', slug: 'calls', eventName: 'call', aggregation: 'count' },
  })
  await bench.app.ok('createFeature', {
    body: {
      name: 'Calls',
      slug: 'calls',
      type: 'credit',
      metricId: 'calls',
      creditCurrencyId: 'money',
      creditCost: { perUnit: 10 },
    },
  })
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

const newCustomer = async () => {
  const customerId = await bench.customer(`customer-${randomUUID()}`)
  await bench.card(customerId)
  return customerId
}

/** Buys credits for $10 and returns the payment's id. */
async function pay(customerId: string): Promise<string> {
  const outcome = await bench.topUp(customerId)
  if (outcome.kind !== 'charged_inline' || !outcome.paymentId) throw new Error(outcome.kind)
  return outcome.paymentId
}

/** Opens a dispute at the customer's bank and delivers the provider's webhook. */
async function dispute(paymentId: string): Promise<string> {
  const { id } = await bench.app.ok<{ id: string }>('openSandboxDispute', { body: { paymentId } })
  await bench.drain()
  return id
}
async function decide(id: string, outcome: 'won' | 'lost'): Promise<void> {
  await bench.app.ok('closeSandboxDispute', { params: { id }, body: { outcome } })
  await bench.drain()
}

const wallet = async (customerId: string) => {
  const { status, balance } = await bench.wallet(customerId)
  return { status, balance }
}

const track = (customerId: string): Promise<TrackResult> =>
  bench.app.ok('trackUsage', {
    body: { events: [{ customerId, eventName: 'call', idempotencyKey: randomUUID() }] },
  })

const disputeEventTypes = async (customerId: string) =>
  (await bench.eventTypes(customerId)).filter((type) => type.includes('disput'))

const scope = () => bench.app.sandbox.scope()

describe('an open dispute', () => {
  it('freezes the wallet that the payment filled and notifies the merchant', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await dispute(paymentId)
    expect(await wallet(customerId)).toEqual({ status: 'frozen', balance: 1_000 })
    expect(await track(customerId)).toMatchObject({
      accepted: 0,
      rejections: [{ reason: 'account_frozen' }],
    })
    expect(await disputeEventTypes(customerId)).toEqual(['payment.disputed'])
    const { rows } = await bench.app.pool.query(
      `SELECT payload FROM outbox_messages WHERE customer_id = $1 AND type = 'payment.disputed'`,
      [customerId],
    )
    expect(rows[0].payload).toMatchObject({
      id: paymentId,
      dispute: { status: 'open', amount: 1_000 },
    })
  })

  it('blocks automatic and manual top-ups of the wallet', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.rule(customerId)
    await bench.spend(customerId, 850)
    await bench.drain()
    await dispute(paymentId)
    // A frozen wallet allows no debits, so the test raises the threshold above the balance instead.
    await bench.app.pool.query(
      'UPDATE auto_topup_rules SET threshold = 500 WHERE account_id = $1',
      [(await bench.wallet(customerId)).id],
    )
    await bench.app.pool.query(
      'UPDATE credit_accounts SET topup_threshold = 500 WHERE customer_id = $1',
      [customerId],
    )
    await bench.sweepAll()
    expect((await bench.book(customerId)).charges).toHaveLength(1)
    const body = { customerId, creditCurrencyId: 'money', amountCents: 1_000 }
    expect(await bench.app.fails('topUp', { body })).toMatchObject({ code: 'invalid_state' })
  })
})

describe('a won dispute', () => {
  it('unfreezes the wallet and notifies the merchant', async () => {
    const customerId = await newCustomer()
    await decide(await dispute(await pay(customerId)), 'won')
    expect(await wallet(customerId)).toEqual({ status: 'active', balance: 1_000 })
    expect(await track(customerId)).toMatchObject({ accepted: 1 })
    expect(await disputeEventTypes(customerId)).toEqual([
      'payment.disputed',
      'payment.dispute_closed',
    ])
  })

  it('does not unfreeze a wallet that was already frozen for another reason', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    const { id } = await bench.wallet(customerId)
    await withTransaction(bench.app.db, (tx) => freezeWallet(tx, scope(), id))
    await decide(await dispute(paymentId), 'won')
    expect(await wallet(customerId)).toMatchObject({ status: 'frozen' })
  })

  it('does not unfreeze a wallet that was frozen for another reason after an earlier dispute', async () => {
    const customerId = await newCustomer()
    const [first, second] = [await pay(customerId), await pay(customerId)]
    await decide(await dispute(first), 'won')
    const { id } = await bench.wallet(customerId)
    await withTransaction(bench.app.db, (tx) => freezeWallet(tx, scope(), id))
    await decide(await dispute(second), 'won')
    expect(await wallet(customerId)).toMatchObject({ status: 'frozen' })
  })

  it.each([
    ['the first before the second', [0, 1]],
    ['the second before the first', [1, 0]],
  ])('unfreezes the wallet only when all its disputes are won: %s', async (_name, order) => {
    const customerId = await newCustomer()
    const [first, second] = [await pay(customerId), await pay(customerId)]
    const disputes = [await dispute(first), await dispute(second)]
    await decide(disputes[order[0] ?? 0] ?? '', 'won')
    expect(await wallet(customerId)).toMatchObject({ status: 'frozen' })
    await decide(disputes[order[1] ?? 0] ?? '', 'won')
    expect(await wallet(customerId)).toEqual({ status: 'active', balance: 2_000 })
  })
})

describe('a lost dispute', () => {
  it('removes the unspent credits only, and the wallet stays frozen', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.grant(customerId, 50)
    await bench.spend(customerId, 700)
    const id = await dispute(paymentId)
    await decide(id, 'lost')
    expect(await wallet(customerId)).toEqual({ status: 'frozen', balance: 50 })
    expect(await disputeEventTypes(customerId)).toEqual([
      'payment.disputed',
      'payment.dispute_closed',
    ])
    const again = { params: { id }, body: { outcome: 'won' } }
    expect(await bench.app.fails('closeSandboxDispute', again)).toMatchObject({ status: 409 })
  })

  it('keeps the wallet frozen when another dispute is won afterwards', async () => {
    const customerId = await newCustomer()
    const [first, second] = [await pay(customerId), await pay(customerId)]
    const [lost, won] = [await dispute(first), await dispute(second)]
    await decide(lost, 'lost')
    await decide(won, 'won')
    expect(await wallet(customerId)).toEqual({ status: 'frozen', balance: 1_000 })
  })

  it('does not affect later disputes once the merchant has unfrozen the wallet', async () => {
    const customerId = await newCustomer()
    const [first, second] = [await pay(customerId), await pay(customerId)]
    await decide(await dispute(first), 'lost')
    const { id } = await bench.wallet(customerId)
    await withTransaction(bench.app.db, (tx) => unfreezeWallet(tx, scope(), id))
    await decide(await dispute(second), 'won')
    expect(await wallet(customerId)).toEqual({ status: 'active', balance: 1_000 })
  })
})

describe('a dispute', () => {
  it('covers only the rest of a partially refunded payment', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.app.ok('refundPayment', { params: { id: paymentId }, body: { amount: 400 } })
    const id = await dispute(paymentId)
    await decide(id, 'lost')
    expect(await wallet(customerId)).toEqual({ status: 'frozen', balance: 0 })
    const { rows } = await bench.app.pool.query(
      'SELECT status, amount FROM disputes WHERE provider_dispute_id = $1',
      [id],
    )
    expect(rows).toEqual([{ status: 'lost', amount: 600 }])
  })

  it('cannot be opened for a fully refunded payment', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.app.ok('refundPayment', { params: { id: paymentId }, body: {} })
    expect(await bench.app.fails('openSandboxDispute', { body: { paymentId } })).toMatchObject({
      code: 'invalid_state',
    })
    expect(await wallet(customerId)).toEqual({ status: 'active', balance: 0 })
  })

  it('is reported as opened and closed if it was decided before Purser heard of it', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    const { id } = await bench.app.ok<{ id: string }>('openSandboxDispute', { body: { paymentId } })
    await bench.app.ok('closeSandboxDispute', { params: { id }, body: { outcome: 'lost' } })
    await bench.drain()
    expect(await wallet(customerId)).toEqual({ status: 'frozen', balance: 0 })
    expect(await disputeEventTypes(customerId)).toEqual([
      'payment.disputed',
      'payment.dispute_closed',
    ])
  })

  it('is recorded without freezing a closed wallet', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.app.pool.query(
      `UPDATE credit_accounts SET status = 'closed' WHERE customer_id = $1`,
      [customerId],
    )
    await decide(await dispute(paymentId), 'won')
    expect((await wallet(customerId)).status).toBe('closed')
    expect(await disputeEventTypes(customerId)).toEqual([
      'payment.disputed',
      'payment.dispute_closed',
    ])
  })

  it('is recorded later if the provider does not answer', async () => {
    const customerId = await newCustomer()
    const paymentId = await pay(customerId)
    await bench.drain()
    await bench.faults({ operation: 'lookup', effect: 'error', times: null, customerId })
    await bench.app.ok('openSandboxDispute', { body: { paymentId } })
    await expect(bench.drain()).rejects.toThrow('jobs failed')
    expect((await wallet(customerId)).status).toBe('active')
    await bench.faults()
    await bench.sweepAll()
    expect((await wallet(customerId)).status).toBe('frozen')
  })
})
