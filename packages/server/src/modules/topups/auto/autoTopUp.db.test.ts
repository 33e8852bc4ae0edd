import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { ensureWallet } from '../../credits/index.ts'
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

const track = (customerId: string, quantity: number) =>
  bench.app.ok<{ accepted: number }>('trackUsage', {
    body: { events: [{ customerId, eventName: 'chat.sent', quantity }] },
  })
const hold = (customerId: string, amount: number) =>
  bench.app.ok('createReservation', { body: { customerId, creditCurrencyId: 'money', amount } })

const statuses = async (customerId: string) =>
  (await bench.attempts(customerId)).map(({ status, skipReason }) => skipReason ?? status)
const balance = async (customerId: string) => (await bench.wallet(customerId)).balance
const charges = async (customerId: string) =>
  (await bench.book(customerId)).charges.map(({ amount }) => amount)

/** Creates a customer with 50 credits left. Another 350 have expired, but no sweep has run yet. */
const expiring = async (id: string) => {
  const { clock } = bench.app
  const customerId = await bench.refilled(id, 150)
  const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString()
  await bench.grant(customerId, 350, { expiresAt, priority: 200 })
  await bench.spend(customerId, 100)
  await bench.drain()
  clock.advance({ seconds: 1 })
  return customerId
}

describe('a rule fires', () => {
  it.each([
    ['an adjustment', (id: string) => bench.spend(id, 450)],
    ['usage', (id: string) => track(id, 450)],
    ['a reservation', (id: string) => hold(id, 450)],
  ])('when %s brings the balance below the threshold', async (what, debit) => {
    const customerId = await bench.refilled(`by ${what}`.replaceAll(' ', '-'))
    await bench.subscribe(customerId)
    await bench.drain()
    await debit(customerId)
    // The debit creates the attempt itself, so it exists before any job runs.
    expect(await bench.attempts(customerId)).toMatchObject([
      {
        status: 'pending',
        triggerSource: 'auto',
        fundingMethod: 'charge_automatically',
        balanceAtFire: 50,
        thresholdAtFire: 100,
        completedAt: null,
        grantId: null,
      },
    ])
    expect((await bench.wallet(customerId)).autoTopupRuntime).toMatchObject({ isPending: true })
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await charges(customerId)).toEqual([1_000])
    expect(await balance(customerId)).toBe(1_050)
    expect((await bench.ledger(customerId))[0]).toMatchObject({
      type: 'CREDIT',
      reason: 'AUTO_TOP_UP',
      amount: 1_000,
    })
    expect(await bench.eventTypes(customerId)).toEqual([
      'credits.low',
      'payment.succeeded',
      'topup.succeeded',
    ])
  })

  it('when credits expire', async () => {
    const customerId = await expiring('by-expiry')
    await bench.run('settleDueWallets')
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'pending', triggerSource: 'auto', balanceAtFire: 50 },
    ])
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    expect(await balance(customerId)).toBe(1_050)
  })

  it('only if the transaction that brings the balance down commits', async () => {
    const customerId = await expiring('rolled-back')
    const { creditCurrencyId } = await bench.wallet(customerId)
    const settle = (after: () => void) =>
      withTransaction(bench.app.db, async (tx) => {
        await ensureWallet(tx, bench.app.sandbox.scope(), { customerId, creditCurrencyId })
        after()
      })
    const failing = settle(() => {
      throw new Error('the machine died')
    })
    await expect(failing).rejects.toThrow('died')
    await bench.drain()
    expect(await statuses(customerId)).toEqual([])
    await settle(() => {})
    expect(await statuses(customerId)).toEqual(['pending'])
  })

  it('for every wallet that a batch of events brings below its threshold', async () => {
    const customerId = await bench.refilled('two-wallets')
    await bench.subscribe(customerId)
    await bench.grant(customerId, 20, { creditCurrencyId: 'images' })
    await bench.app.ok('setAutoTopUp', {
      params: { customerId, creditCurrencyId: 'images' },
      body: { mode: 'package', creditPackageId: 'images-500', threshold: 10 },
    })
    await bench.app.ok('trackUsage', {
      body: {
        events: [
          { customerId, eventName: 'chat.sent', quantity: 450 },
          { customerId, eventName: 'image.made', quantity: 15 },
        ],
      },
    })
    expect(await statuses(customerId)).toEqual(['pending', 'pending'])
    await bench.drain()
    expect(await balance(customerId)).toBe(1_050)
    expect((await bench.wallet(customerId, 'images')).balance).toBe(505)
  })

  it('exactly at the threshold, and not above it', async () => {
    const customerId = await bench.refilled('exactly')
    await bench.spend(customerId, 399.999999999)
    expect(await statuses(customerId)).toEqual([])
    await bench.spend(customerId, 0.000000001)
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.spend(customerId, 1)
    expect(await statuses(customerId)).toEqual(['pending'])
  })

  it('only once: spending below the threshold does not cross it again', async () => {
    const customerId = await bench.refilled('under')
    await bench.spend(customerId, 410)
    await bench.spend(customerId, 10)
    await bench.spend(customerId, 10)
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.drain()
    expect(await charges(customerId)).toEqual([1_000])
  })

  it('only once while an attempt is pending: the second crossing is skipped', async () => {
    const customerId = await bench.refilled('crosses-twice')
    await bench.spend(customerId, 450)
    await bench.grant(customerId, 200)
    await bench.spend(customerId, 200)
    expect(await statuses(customerId)).toEqual(['already_pending', 'pending'])
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['already_pending', 'succeeded'])
    expect(await charges(customerId)).toEqual([1_000])
  })

  it('only while it is enabled, even if a server has cached earlier usage', async () => {
    const customerId = await bench.customer('remembered')
    await bench.card(customerId)
    await bench.subscribe(customerId)
    await bench.grant(customerId, 500)
    await track(customerId, 1)
    await track(customerId, 1)
    await bench.rule(customerId)
    await track(customerId, 1)
    expect(await statuses(customerId)).toEqual([])
    await track(customerId, 450)
    expect(await statuses(customerId)).toEqual(['pending'])
    await bench.drain()
    await bench.app.ok('disableAutoTopUp', { params: { customerId, creditCurrencyId: 'money' } })
    await track(customerId, 1_000)
    expect(await statuses(customerId)).toEqual(['succeeded'])
  })

  it('only if the debit is accepted', async () => {
    const customerId = await bench.refilled('greedy')
    const body = { customerId, creditCurrencyId: 'money' }
    const refused = { code: 'insufficient_credits' }
    expect(
      await bench.app.fails('createAdjustment', { body: { ...body, amount: -501 } }),
    ).toMatchObject(refused)
    expect(
      await bench.app.fails('createReservation', { body: { ...body, amount: 501 } }),
    ).toMatchObject(refused)
    expect(await statuses(customerId)).toEqual([])
  })

  it('and adds its price to the next invoice of a sales-led customer', async () => {
    const customerId = await bench.customer('invoiced', { collectionMethod: 'send_invoice' })
    await bench.grant(customerId, 500)
    await bench.rule(customerId)
    await bench.spend(customerId, 450)
    await bench.drain()
    const [attempt] = await bench.attempts(customerId)
    expect(attempt).toMatchObject({ status: 'succeeded', fundingMethod: 'send_invoice' })
    expect(await balance(customerId)).toBe(1_050)
    expect(await bench.owed(customerId)).toEqual([
      { amount: 1_000, currency: 'usd', source: attempt?.id },
    ])
    expect(await charges(customerId)).toEqual([])
  })

  it('and buys the package that it names', async () => {
    const customerId = await bench.customer('by-package')
    await bench.card(customerId)
    await bench.subscribe(customerId)
    await bench.grant(customerId, 20, { creditCurrencyId: 'images' })
    await bench.app.ok('setAutoTopUp', {
      params: { customerId, creditCurrencyId: 'images' },
      body: { mode: 'package', creditPackageId: 'images-500', threshold: 10 },
    })
    await bench.app.ok('trackUsage', {
      body: { events: [{ customerId, eventName: 'image.made', quantity: 15 }] },
    })
    await bench.drain()
    expect((await bench.wallet(customerId, 'images')).balance).toBe(505)
    expect((await bench.attempts(customerId))[0]).toMatchObject({
      amount: 500,
      chargeAmount: 2_500,
    })
    expect((await bench.ledger(customerId))[0]).toMatchObject({ reason: 'AUTO_TOP_UP' })
  })
})

describe('an automatic top-up', () => {
  it('is canceled at the provider if the bank challenges the absent customer', async () => {
    const customerId = await bench.refilled('challenged')
    await bench.card(customerId, 'challenge_always')
    await bench.spend(customerId, 450)
    await bench.drain()
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'failed', errorCode: 'authentication_required' },
    ])
    expect((await bench.book(customerId)).charges).toMatchObject([{ status: 'canceled' }])
    expect(await balance(customerId)).toBe(50)
    expect(await bench.eventTypes(customerId)).toEqual([
      'credits.low',
      'payment.failed',
      'topup.failed',
    ])
  })

  it('is made by the sweep if its job never ran', async () => {
    const customerId = await bench.refilled('jobless')
    await bench.drain()
    await bench.spend(customerId, 450)
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['succeeded'])
    await bench.drain()
    expect(await charges(customerId)).toEqual([1_000])
  })

  it.each([
    ['lost_answer', 1],
    ['timeout', 0],
  ])(
    'stays pending after %s until the sweep settles it with a single charge',
    async (effect, charged) => {
      const customerId = await bench.refilled(`unknown-${effect}`)
      await bench.drain()
      await bench.faults(
        { operation: 'charge', effect, customerId, times: 1 },
        { operation: 'webhook', effect: 'drop', customerId, times: null },
      )
      await bench.spend(customerId, 450)
      await bench.drain()
      expect(await statuses(customerId)).toEqual(['pending'])
      expect(await charges(customerId)).toHaveLength(charged)
      await bench.sweep()
      await bench.sweep()
      await bench.faults()
      expect(await statuses(customerId)).toEqual(['succeeded'])
      expect(await charges(customerId)).toEqual([1_000])
      expect(await balance(customerId)).toBe(1_050)
    },
  )
})
