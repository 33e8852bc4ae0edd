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

const HOUR_MS = 3_600_000
const statuses = async (customerId: string) =>
  (await bench.attempts(customerId)).map(({ status, skipReason }) => skipReason ?? status)
const balance = async (customerId: string) => (await bench.wallet(customerId)).balance
const runtime = async (customerId: string) => (await bench.wallet(customerId)).autoTopupRuntime
/** Spends all but 50. */
const drainWallet = async (customerId: string) => {
  await bench.spend(customerId, (await balance(customerId)) - 50)
  await bench.drain()
}

describe('a rule backs off', () => {
  it('for 1, 6 and then 24 hours after failures, until a success resets the backoff', async () => {
    const { clock } = bench.app
    const customerId = await bench.refilled('declined')
    await bench.card(customerId, 'fails_later')
    const start = clock.now()
    await drainWallet(customerId)
    const until = async (hours: number) => {
      while (clock.now().getTime() < start.getTime() + hours * HOUR_MS) {
        clock.advance({ minutes: 10 })
        await bench.sweep()
      }
    }
    await until(54)
    const fired = async () =>
      (await bench.attempts(customerId))
        .reverse()
        .map(
          ({ createdAt, triggerSource, status }) =>
            `${(Date.parse(createdAt) - start.getTime()) / HOUR_MS} ${triggerSource} ${status}`,
        )
    const failures = [
      '0 auto failed',
      '1 sweeper_replay failed',
      '7 sweeper_replay failed',
      '31 sweeper_replay failed',
    ]
    expect(await fired()).toEqual(failures)
    expect((await bench.book(customerId)).charges).toHaveLength(4)
    expect(await runtime(customerId)).toMatchObject({
      consecutiveFailures: 4,
      totalFiresCount: 4,
      lastFailedAt: new Date(start.getTime() + 31 * HOUR_MS).toISOString(),
      isPending: false,
      monthToDateCharge: 0,
    })
    await bench.card(customerId)
    await until(55)
    expect(await fired()).toEqual([...failures, '55 sweeper_replay succeeded'])
    expect(await runtime(customerId)).toMatchObject({
      consecutiveFailures: 0,
      totalFiresCount: 5,
      lastFiredAt: clock.now().toISOString(),
      monthToDateCharge: 1_000,
    })
    // The next failure counts as the first one again.
    await bench.card(customerId, 'fails_later')
    await drainWallet(customerId)
    expect(await runtime(customerId)).toMatchObject({ consecutiveFailures: 1 })
    await until(56)
    expect(await statuses(customerId)).toHaveLength(7)
  })

  it('and logs a debit across the threshold as skipped, while the sweep logs nothing', async () => {
    const customerId = await bench.refilled('resting')
    await bench.card(customerId, 'fails_later')
    await drainWallet(customerId)
    await bench.grant(customerId, 500)
    await drainWallet(customerId)
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['backoff', 'failed'])
    expect(await bench.eventTypes(customerId)).toEqual([
      'credits.low',
      'payment.failed',
      'topup.failed',
      'credits.low',
      'topup.skipped',
    ])
  })

  it('after it has fired twice in ten minutes', async () => {
    const customerId = await bench.refilled('burst')
    await drainWallet(customerId)
    bench.app.clock.advance({ minutes: 9 })
    await drainWallet(customerId)
    await drainWallet(customerId)
    expect(await statuses(customerId)).toEqual(['backoff', 'succeeded', 'succeeded'])
    await bench.sweep()
    expect(await balance(customerId)).toBe(50)
    bench.app.clock.advance({ minutes: 1 })
    await bench.sweep()
    expect(await balance(customerId)).toBe(1_050)
    expect((await bench.book(customerId)).charges).toHaveLength(3)
    // The rule has fired three times, twice in the last ten minutes.
    await drainWallet(customerId)
    expect((await statuses(customerId))[0]).toBe('backoff')
  })
})

describe('a rule does not fire', () => {
  it('until the customer has a payment method', async () => {
    const customerId = await bench.customer('cardless')
    await bench.grant(customerId, 500)
    await bench.rule(customerId)
    await drainWallet(customerId)
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['no_payment_method'])
    expect(await runtime(customerId)).toMatchObject({ totalFiresCount: 0, lastFiredAt: null })
    await bench.card(customerId)
    await bench.sweep()
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'succeeded', triggerSource: 'sweeper_replay' },
      { status: 'skipped' },
    ])
    expect(await balance(customerId)).toBe(1_050)
  })

  it.each([
    ['it was disabled after the debit', 'disableAutoTopUp'],
    ['the wallet was frozen after the debit', 'freeze'],
  ])('when %s', async (_, change) => {
    const customerId = await bench.refilled(`off-${change}`)
    await bench.spend(customerId, 450)
    if (change === 'freeze') {
      await bench.app.pool.query(
        `UPDATE credit_accounts SET status = 'frozen' WHERE customer_id = $1`,
        [customerId],
      )
    } else await bench.app.ok(change, { params: { customerId, creditCurrencyId: 'money' } })
    await bench.drain()
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['disabled'])
    expect((await bench.book(customerId)).charges).toEqual([])
  })

  it('when its package is no longer sold', async () => {
    const { id } = await bench.app.ok<{ id: string }>('createCreditPackage', {
      body: {
        name: 'Fading',
        slug: 'fading',
        creditCurrencyId: 'images',
        credits: 5,
        price: 5,
        currency: 'usd',
      },
    })
    const customerId = await bench.customer('fading')
    await bench.card(customerId)
    const images = { creditCurrencyId: 'images' }
    await bench.grant(customerId, 20, images)
    await bench.app.ok('setAutoTopUp', {
      params: { customerId, ...images },
      body: { mode: 'package', creditPackageId: 'fading', threshold: 10 },
    })
    await bench.app.ok('archiveCreditPackage', { params: { id } })
    await bench.app.ok('createAdjustment', { body: { customerId, ...images, amount: -15 } })
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['disabled'])
  })

  it('beyond its monthly limit, which includes pending charges', async () => {
    const { clock } = bench.app
    const customerId = await bench.refilled('limited', 500, { monthlyChargeLimit: 2_500 })
    const { timezone } = await bench.app.ok<{ timezone: string }>('getCustomer', {
      params: { customerId },
    })
    expect(timezone).toBe('UTC')
    await drainWallet(customerId)
    clock.advance({ minutes: 20 })
    await drainWallet(customerId)
    clock.advance({ minutes: 20 })
    await drainWallet(customerId)
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['monthly_limit', 'succeeded', 'succeeded'])
    expect(await runtime(customerId)).toMatchObject({ monthToDateCharge: 2_000 })
    // A higher limit lets the rule fire again. A pending charge counts as spent.
    await bench.rule(customerId, { monthlyChargeLimit: 3_000 })
    await bench.faults({ operation: 'charge', effect: 'timeout', customerId, times: null })
    await bench.sweep()
    expect(await runtime(customerId)).toMatchObject({ isPending: true, monthToDateCharge: 3_000 })
    await bench.faults()
  })
})

describe('a manual top-up', () => {
  it('neither starts a backoff nor counts toward the monthly limit', async () => {
    const customerId = await bench.refilled('by-hand', 500, { monthlyChargeLimit: 1_000 })
    await bench.topUp(customerId, 5_000)
    await bench.topUp(customerId, 5_000)
    await bench.card(customerId, 'decline')
    await bench.noTopUp(customerId)
    await bench.card(customerId)
    expect(await runtime(customerId)).toMatchObject({
      totalFiresCount: 0,
      lastFailedAt: null,
      monthToDateCharge: 0,
    })
    await drainWallet(customerId)
    expect((await statuses(customerId))[0]).toBe('succeeded')
    expect(await balance(customerId)).toBe(1_050)
  })
})

describe('the monthly limit', () => {
  it('follows the calendar of the customer’s time zone', async () => {
    const { clock } = bench.app
    // 2026-02-01 in Auckland begins on 31 January at 11:00 UTC.
    clock.advance({ seconds: (Date.parse('2026-01-31T10:00:00Z') - clock.now().getTime()) / 1_000 })
    const customerId = await bench.customer('auckland', { timezone: 'Pacific/Auckland' })
    await bench.card(customerId)
    await bench.grant(customerId, 500)
    await bench.rule(customerId, { monthlyChargeLimit: 1_000 })
    await drainWallet(customerId)
    clock.advance({ minutes: 59 })
    await drainWallet(customerId)
    expect(await statuses(customerId)).toEqual(['monthly_limit', 'succeeded'])
    expect(await runtime(customerId)).toMatchObject({ monthToDateCharge: 1_000 })
    clock.advance({ minutes: 1 })
    expect(await runtime(customerId)).toMatchObject({ monthToDateCharge: 0 })
    await bench.sweep()
    expect(await statuses(customerId)).toEqual(['succeeded', 'monthly_limit', 'succeeded'])
    expect(await runtime(customerId)).toMatchObject({ monthToDateCharge: 1_000 })
  })
})

describe('a wallet that is already low', () => {
  it('is refilled when a rule is set, without any debit', async () => {
    const customerId = await bench.refilled('low-already', 50)
    await bench.drain()
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'succeeded', triggerSource: 'sweeper_replay', balanceAtFire: 50 },
    ])
    expect(await balance(customerId)).toBe(1_050)
  })

  it('is not refilled by a disabled rule', async () => {
    const customerId = await bench.refilled('low-and-off', 50, { enabled: false })
    await bench.drain()
    await bench.sweep()
    expect(await statuses(customerId)).toEqual([])
  })

  it('is refilled when the threshold is raised to its balance', async () => {
    const customerId = await bench.refilled('raised', 500)
    await bench.drain()
    expect(await statuses(customerId)).toEqual([])
    await bench.rule(customerId, { threshold: 500 })
    await bench.drain()
    expect(await statuses(customerId)).toEqual(['succeeded'])
  })
})

it('the backoff of a customer on a test clock follows that clock', async () => {
  const { app } = bench
  const { environmentId } = app.sandbox
  const move = (at: string) =>
    app.pool.query(
      `INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at) VALUES ($1, 'clk_1', $2, $2, $2)
       ON CONFLICT (environment_id, id) DO UPDATE SET frozen_time = excluded.frozen_time`,
      [environmentId, at],
    )
  await move('2031-03-01T00:00:00.000Z')
  const customerId = await bench.customer('time-traveller', { testClockId: 'clk_1' })
  await bench.card(customerId, 'fails_later')
  await bench.grant(customerId, 500)
  await bench.rule(customerId)
  await drainWallet(customerId)
  expect(await bench.attempts(customerId)).toMatchObject([
    {
      status: 'failed',
      createdAt: '2031-03-01T00:00:00.000Z',
      completedAt: '2031-03-01T00:00:00.000Z',
    },
  ])
  // An hour on the wall clock does not move the test clock.
  app.clock.advance({ hours: 2 })
  await bench.sweep()
  expect(await bench.attempts(customerId)).toHaveLength(1)
  await bench.card(customerId)
  await move('2031-03-01T01:00:00.000Z')
  await bench.sweep()
  expect((await bench.attempts(customerId))[0]).toMatchObject({
    status: 'succeeded',
    createdAt: '2031-03-01T01:00:00.000Z',
  })
  expect(await runtime(customerId)).toMatchObject({ monthToDateCharge: 1_000 })
})
