import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type SubscriptionBench, startSubscriptionBench } from '../testing/subscriptionBench.ts'
import { advanceSubscription } from './advanceSubscription.ts'
import { claimSubscription } from './due.sql.ts'

let bench: SubscriptionBench
beforeEach(async () => {
  bench = await startSubscriptionBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

describe('a renewal', () => {
  it('bills the next period in advance, exactly at its start', async () => {
    await bench.payer('r')
    await bench.subscribe('r', 'pro')
    await bench.to('2026-02-15T11:59:59Z')
    expect(await bench.invoices('r')).toHaveLength(1)
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.invoices('r')).toMatchObject([
      { reason: 'start' },
      {
        reason: 'period',
        status: 'paid',
        total: 2_000,
        periodStart: new Date('2026-02-15T12:00:00Z'),
        periodEnd: new Date('2026-03-15T12:00:00Z'),
      },
    ])
    // The previous period's credits have expired, and this period's are granted.
    expect(await bench.balance('r')).toBe(100)
    expect(await bench.eventTypes('r')).toEqual(['created', 'activated', 'updated'])
  })

  it('after a change of interval at the instant of the start breaks no invariant', async () => {
    await bench.payer('r')
    const { id } = await bench.subscribed('r', 'yearly')
    const body = { planId: 'pro', when: 'now' }
    await bench.app.ok('changeSubscription', { params: { id }, body })
    await bench.to('2026-02-15T12:00:00Z')
    expect((await bench.invoices('r')).map(({ reason }) => reason)).toEqual([
      'start',
      'change',
      'period',
    ])
  })

  it('happens once with any number of workers', async () => {
    const customers = ['w1', 'w2', 'w3']
    for (const id of customers) {
      await bench.payer(id)
      await bench.subscribe(id, 'pro')
    }
    bench.app.clock.advance({ days: 31 })
    await Promise.all(Array.from({ length: 8 }, () => bench.run('renewDueSubscriptions')))
    await Promise.all(Array.from({ length: 4 }, () => bench.run('collectDueInvoices')))
    await bench.tick()
    for (const id of customers) {
      expect(await bench.invoices(id)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
      expect(await bench.charges(id)).toHaveLength(2)
    }
  })

  it('skips a subscription that another worker holds', async () => {
    await bench.payer('r')
    const { id } = await bench.subscribed('r', 'pro')
    bench.app.clock.advance({ days: 31 })
    const { billing } = bench
    const scope = bench.app.sandbox.scope()
    await withTransaction(bench.app.db, async (tx) => {
      expect(await claimSubscription(tx, scope, id)).toBe(true)
      expect(await advanceSubscription(billing, scope, id)).toBe(false)
    })
    expect(await bench.invoices('r')).toHaveLength(1)
    while (await advanceSubscription(billing, scope, id));
    expect(await bench.invoices('r')).toHaveLength(2)
  })

  it('credits usage of a former plan that was withdrawn after it was billed', async () => {
    await bench.payer('r')
    const { id } = await bench.subscribed('r', 'metered')
    const { results } = await bench.app.ok<{ results: { eventId: string }[] }>('trackUsage', {
      body: { events: [{ customerId: 'r', eventName: 'call.made', quantity: 10 }] },
    })
    bench.app.clock.advance({ days: 1 })
    await bench.app.ok('changeSubscription', {
      params: { id },
      body: { planId: 'pro', when: 'now' },
    })
    await bench.app.ok('reverseUsageEvent', { params: { id: results[0]?.eventId ?? '' } })
    bench.app.clock.advance({ days: 1 })
    await bench.app.ok('changeSubscription', {
      params: { id },
      body: { planId: 'team', when: 'now' },
    })
    await bench.to('2026-02-15T12:00:00Z')
    const invoices = await bench.invoices('r')
    expect(invoices.flatMap(({ lines }) => lines).filter(({ type }) => type === 'usage')).toEqual([
      expect.objectContaining({ total: 20 }),
      expect.objectContaining({ total: -20 }),
    ])
  })

  it('catches up on missed periods in order, with one invoice each', async () => {
    await bench.payer('r')
    await bench.subscribe('r', 'metered')
    await bench.track('r', 10)
    await bench.to('2026-05-20T00:00:00Z')
    const invoices = await bench.invoices('r')
    expect(invoices.map(({ cycleStart }) => cycleStart?.toISOString().slice(0, 10))).toEqual([
      '2026-01-15',
      '2026-02-15',
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ])
    expect(invoices.map(({ total }) => total)).toEqual([500, 520, 500, 500, 500])
    expect(invoices.map(({ number }) => number)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `INV-00000${number}`),
    )
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
  })
})

describe('a finished period', () => {
  it('is billed with its usage, and late usage is billed on the next invoice', async () => {
    await bench.payer('u')
    await bench.subscribe('u', 'metered')
    await bench.track('u', 100)
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.invoices('u')).toMatchObject([
      { total: 500 },
      { total: 700, lines: [{ type: 'usage', subtotal: 200 }, { type: 'recurring' }] },
    ])
    await bench.to('2026-02-15T20:00:00Z')
    await bench.track('u', 3, '2026-02-15T11:00:00Z')
    await bench.track('u', 5)
    await bench.to('2026-03-15T12:00:00Z')
    const [, , third] = await bench.invoices('u')
    expect(third?.total).toBe(500 + 2 * 8)
    expect(third?.lines.map(({ subtotal }) => subtotal).sort((a, b) => a - b)).toEqual([6, 10, 500])
  })

  it('is billed with its charges in arrears', async () => {
    await bench.payer('u')
    await bench.subscribe('u', 'arrears')
    expect(await bench.invoices('u')).toEqual([])
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.invoices('u')).toMatchObject([{ total: 700, status: 'paid' }])
  })
})

describe('credits', () => {
  it('of an annual plan drip monthly', async () => {
    await bench.payer('c')
    await bench.subscribe('c', 'yearly')
    expect(await bench.balance('c')).toBe(50)
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.balance('c')).toBe(50)
    const grants = async () =>
      (
        await bench.app.pool.query<{ period_key: string }>(
          'SELECT period_key FROM credit_grants ORDER BY created_at, id',
        )
      ).rows.map(({ period_key }) => period_key.slice(0, 10))
    expect(await grants()).toEqual(['2026-01-15', '2026-02-15'])
    await bench.to('2027-01-15T12:00:00Z')
    expect(await bench.balance('c')).toBe(50)
    expect((await grants()).at(-1)).toBe('2027-01-15')
    expect(await bench.invoices('c')).toMatchObject([{ total: 12_000 }, { total: 12_000 }])
  })

  it('roll over as far as the rule allows, even over missed periods', async () => {
    await bench.payer('c')
    await bench.subscribe('c', 'saver')
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.balance('c')).toBe(140)
    await bench.to('2026-04-15T12:00:00Z')
    expect(await bench.balance('c')).toBe(140)
  })
})

it('a change at the instant of a period start uses the new interval', async () => {
  await bench.payer('c')
  const { id } = await bench.subscribed('c', 'yearly')
  await bench.app.ok('changeSubscription', { params: { id }, body: { planId: 'pro', when: 'now' } })
  const { currentBillingPeriodEnd } = await bench.get(id)
  await bench.to(currentBillingPeriodEnd ?? '')
  // The year that started and ended at the same instant does not overlap with the new period.
  await bench.expectSound()
})
